/** Finds the grants of an application that are refused now, or have died a moment ago. */
export const suspectedGrants: readonly string[] = [
  `create index provider_grant_suspected on provider_grant (provider, application, status, refused_on)
    where suspected_on is not null`,
];
