/**
 * Looks up the provider of a pull by the connection's key alone. With the status among the conditions, or while there were few
 * connections, PostgreSQL planned to read all connections for each pull, and a session kept that plan after the table had grown.
 */
export const claimLookup: readonly string[] = [
  `create or replace function historical_pull_claim() returns trigger language plpgsql set enable_seqscan = off as $$
    begin
      new.claim_provider := (
        select case when status = 'connected' then provider end from connection where id = new.connection_id
      );
      return new;
    end
  $$`,
  `alter function connection_claim() set enable_seqscan = off`,
];
