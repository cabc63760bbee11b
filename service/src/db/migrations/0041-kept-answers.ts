/**
 * The answers to requests with an `Idempotency-Key`, for repeats. Nothing in the table is readable: the key and the request are
 * keyed digests, the answer is sealed. The answer is null only within the transaction that makes it.
 */
export const keptAnswers: readonly string[] = [
  `create table kept_answer (
    id uuid primary key,
    -- A team, or an organization. No reference: the row comes first, and would lock its team.
    owner_id uuid not null,
    key_digest text not null,
    request_digest text not null,
    team_id uuid references team (id) on delete cascade,
    user_id uuid references app_user (id) on delete cascade,
    answer bytea,
    created_on timestamptz not null
  )`,
  `create unique index kept_answer_key on kept_answer (owner_id, key_digest)`,
  `create index kept_answer_age on kept_answer (created_on)`,
  `create index kept_answer_team on kept_answer (team_id) where team_id is not null`,
  `create index kept_answer_user on kept_answer (user_id) where user_id is not null`,
];
