/**
 * Indexes find due pulls by provider, and need not step over connections that are not pulled: broken and paused connections keep
 * their times, so that they continue from there. The next migration drops the indexes by time alone, once these exist.
 */
export const claims: readonly string[] = [
  // The provider, as long as the connection is pulled. Triggers set it, because many statements change either table.
  `alter table historical_pull add column claim_provider text`,
  `create function historical_pull_claim() returns trigger language plpgsql as $$
    begin
      new.claim_provider := (
        select provider from connection where id = new.connection_id and status = 'connected'
      );
      return new;
    end
  $$`,
  `create trigger historical_pull_claim before insert or update of next_attempt_at on historical_pull
    for each row when (new.next_attempt_at is not null) execute function historical_pull_claim()`,
  `create function connection_claim() returns trigger language plpgsql as $$
    begin
      update historical_pull set claim_provider = case when new.status = 'connected' then new.provider end
        where connection_id = new.id and next_attempt_at is not null;
      return null;
    end
  $$`,
  `create trigger connection_claim after update of status on connection
    for each row when (old.status is distinct from new.status) execute function connection_claim()`,
];

export const claimsIndexes: readonly string[] = [
  `create index connection_due on connection (provider, next_pull_at) where status = 'connected'`,
  `create index historical_pull_claim on historical_pull (claim_provider, next_attempt_at)
    where next_attempt_at is not null and claim_provider is not null`,
];

export const claimsData: readonly string[] = [
  `update historical_pull set claim_provider = connection.provider from connection
    where connection.id = connection_id and connection.status = 'connected' and next_attempt_at is not null`,
];
