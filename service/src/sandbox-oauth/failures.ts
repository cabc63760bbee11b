/** The errors that a person can choose, in the order of the list. The last one is unknown to every client. */
export const failures: readonly (readonly [errorType: string, words: string])[] = [
  ['provider_api_error', 'The provider has a fault'],
  ['provider_credential_error', 'The account can’t be used'],
  ['provider_password_expired', 'The password has expired'],
  ['unsupported_region', 'The account is in another region'],
  ['duplicate_connection', 'The account is already connected'],
  ['required_scopes_not_granted', 'Some data was not allowed'],
  ['user_cancelled', 'The person left'],
  ['provider_maintenance', 'Something new'],
];
