/** Subscriptions to the notices of real providers. Times are real time. */
export const noticeSubscribers: readonly string[] = [
  // An application that is subscribed to notices; `application` is empty for the service's own.
  `create table notice_subscriber (
    provider text not null,
    application text not null,
    sealed bytea not null,
    address bytea not null,
    subscriptions integer not null default 0,
    check_at timestamptz not null,
    tries integer not null default 0,
    problem text,
    problem_since timestamptz,
    lease uuid,
    ends_on timestamptz,
    primary key (provider, application)
  )`,
  // For providers with a subscription for each person. `subscribed`: there may be subscriptions to end.
  `alter table provider_grant add column subscribe_at timestamptz not null default now()`,
  `alter table provider_grant add column subscribe_tries integer not null default 0`,
  `alter table provider_grant add column subscribed boolean not null default false`,
  `create index provider_grant_subscribe on provider_grant (provider, subscribe_at)`,
];
