/** The buttons that a person can press besides a provider and a form's submit button, by part. */
export const actions = ['action', 'secondary-action', 'back', 'close', 'reveal'] as const;
export type Action = (typeof actions)[number];

/** The fields that a step may have, by the name that `fill` takes. */
export const fields = {
  search: '[part~=search-input]',
  username: '[part~=username-input]',
  password: '[part~=password-input]',
  region: '[part~=region-select]',
  code: '[part~=code-input]',
} as const;
