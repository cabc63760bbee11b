/** Finds the grants of an application that the provider refuses now, or that have just died. */
export const suspectedGrants: readonly string[] = [
  `create index provider_grant_suspected on provider_grant (provider, application, status, refused_on)
    where suspected_on is not null`,
];
