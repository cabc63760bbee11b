/** The access that people gave at real providers, and how often providers may be asked. Times in these tables are real time. */
export const providerGrants: readonly string[] = [
  // `application` is empty for the service's own. `version` counts the credentials, and `lease` says who renews them now.
  `create table provider_grant (
    id uuid primary key,
    provider text not null,
    account text not null,
    application text not null,
    credentials bytea not null,
    scopes jsonb not null,
    access_until timestamptz,
    version integer not null,
    lease uuid,
    lease_until timestamptz,
    status text not null,
    error_details jsonb,
    suspected_on timestamptz,
    refused_on timestamptz,
    renewed_on timestamptz not null,
    created_on timestamptz not null,
    unique (provider, account, application)
  )`,
  `alter table connection add column grant_id uuid references provider_grant (id)`,
  `create index connection_grant on connection (grant_id) where grant_id is not null`,

  // How much of a limit is used. `scope` is the grant for limits per person, and empty for others.
  `create table provider_budget (
    provider text not null,
    application text not null,
    scope text not null,
    seconds integer not null,
    window_end timestamptz not null,
    history integer not null,
    days integer not null,
    linking integer not null,
    elsewhere integer not null,
    blocked_until timestamptz,
    primary key (provider, application, scope, seconds)
  )`,
  `create index provider_budget_window on provider_budget (window_end)`,

  // Grants that still have to be ended at the provider; a row has the id and the sealed credentials of the grant.
  `create table provider_revocation (
    id uuid primary key,
    provider text not null,
    account text not null,
    application text not null,
    credentials bytea not null,
    access_until timestamptz,
    client_team uuid,
    client_credentials bytea,
    next_try timestamptz not null,
    tries integer not null,
    ends_on timestamptz not null
  )`,
  `create index provider_revocation_next on provider_revocation (next_try)`,
  `create index provider_revocation_account on provider_revocation (provider, account, application)`,

  // Tokens of a link whose account the provider could not name yet.
  `create table unnamed_grant (
    session_id uuid primary key references link_session (id) on delete cascade,
    provider text not null,
    redeemed bytea not null,
    expires_at timestamptz not null
  )`,
  `create index unnamed_grant_end on unnamed_grant (expires_at)`,
];
