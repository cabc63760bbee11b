/** Links that renew a connection. The token in their address differs from the token that their page has. */
export const reconnect: readonly string[] = [
  `alter table link_session add column reconnects boolean not null default false`,
  `alter table link_session add column address_hash bytea`,
  `create unique index link_session_address_hash on link_session (address_hash) where address_hash is not null`,
];
