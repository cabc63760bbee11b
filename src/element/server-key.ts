/** Keys of the service that a page never has: of a team, and for management. */
export const isServerKey = (token: string): boolean => /^(?:sk|t?mk)_/.test(token);
