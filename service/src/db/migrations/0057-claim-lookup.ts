/**
 * The provider of a pull is looked up by the connection's key alone. With the status among the conditions, or while there are
 * few connections, the plan of a session read all connections for each pull, and was kept however many there came to be.
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
