/**
 * Tokens without an account get an id: a session's tokens of an earlier sign-in stay beside those of a later one, until they are
 * ended at their provider. A process of the previous version keeps its own in `unnamed_grant`, from where they are taken over.
 */
export const unnamedTokens: readonly string[] = [
  `create table unnamed_tokens (
    id uuid primary key,
    session_id uuid not null references link_session (id) on delete cascade,
    provider text not null,
    application text not null,
    redeemed bytea not null,
    expires_at timestamptz not null,
    next_look timestamptz not null
  )`,
  `create index unnamed_tokens_session on unnamed_tokens (session_id)`,
  `create index unnamed_tokens_look on unnamed_tokens (next_look)`,
];
