/** The data that providers have offered by notices, for providers that are not asked by day. Times are real time. */
export const providerOffers: readonly string[] = [
  `create table provider_offer (
    id uuid primary key,
    connection_id uuid not null references connection (id) on delete cascade,
    collection text not null,
    address bytea not null,
    address_hash bytea not null,
    next_try timestamptz not null,
    created_on timestamptz not null,
    unique (connection_id, address_hash)
  )`,
  // When to ask the provider again which scopes are granted, for providers that can be asked.
  `alter table provider_grant add column ask_granted_at timestamptz`,
  `create index provider_offer_created on provider_offer (created_on)`,
];
