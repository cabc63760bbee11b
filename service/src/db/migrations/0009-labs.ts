/** Orders of lab tests, their results, and the visits at which samples are taken. */
export const labs: readonly string[] = [
  `create table lab_order (
    id uuid primary key,
    team_id uuid not null references team (id),
    user_id uuid not null references app_user (id),
    lab_test_id uuid not null,
    status text not null,
    interpretation text,
    results jsonb,
    results_due_at timestamptz,
    results_on timestamptz,
    created_on timestamptz not null,
    updated_on timestamptz not null
  )`,
  `create index lab_order_list on lab_order (team_id, created_on, id)`,
  `create index lab_order_interpretation on lab_order (team_id, interpretation, results_on, id)`,
  `create index lab_order_user on lab_order (user_id)`,
  `create index lab_order_results on lab_order (results_due_at) where results_due_at is not null`,
  `create table appointment (
    id uuid primary key,
    order_id uuid not null references lab_order (id) on delete cascade,
    partner text not null,
    key_hash bytea not null unique,
    status text not null,
    background boolean not null,
    notes text,
    start_at timestamptz not null,
    end_at timestamptz not null,
    confirm_by timestamptz not null,
    due_at timestamptz,
    reason text,
    created_on timestamptz not null
  )`,
  `create index appointment_order on appointment (order_id, created_on)`,
  `create unique index appointment_open on appointment (order_id) where status <> 'cancelled'`,
  `create index appointment_due on appointment (due_at) where due_at is not null`,
  // An appointment is in each status at most once.
  `create table appointment_event (
    appointment_id uuid not null references appointment (id) on delete cascade,
    status text not null,
    created_on timestamptz not null,
    primary key (appointment_id, status)
  )`,
];
