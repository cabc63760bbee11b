/** Teams take turns with pulls of past data. The index finds one team's waiting pulls without reading other teams' rows. */
export const pullTurns: readonly string[] = [
  `alter table historical_pull add column claim_team uuid`,
  // `claim_provider` and `claim_team` are always set together, because neither is useful alone.
  `create or replace function historical_pull_claim() returns trigger language plpgsql set enable_seqscan = off as $$
    begin
      select case when status = 'connected' then provider end, case when status = 'connected' then team_id end
        into new.claim_provider, new.claim_team from connection where id = new.connection_id;
      return new;
    end
  $$`,
  `create or replace function connection_claim() returns trigger language plpgsql set enable_seqscan = off as $$
    begin
      update historical_pull set
          claim_provider = case when new.status = 'connected' then new.provider end,
          claim_team = case when new.status = 'connected' then new.team_id end
        where connection_id = new.id and next_attempt_at is not null;
      return null;
    end
  $$`,
];

export const pullTurnsIndexes: readonly string[] = [
  `create index historical_pull_turn on historical_pull (claim_team, claim_provider, next_attempt_at)
    where next_attempt_at is not null and claim_team is not null`,
];

export const pullTurnsData: readonly string[] = [
  `update historical_pull set claim_team = connection.team_id from connection
    where connection.id = connection_id and connection.status = 'connected' and next_attempt_at is not null`,
];
