/** Whether this is a key of the service that a page never has: a team's key, or a key for management. */
export const isServerKey = (token: string): boolean => /^(?:sk|t?mk)_/.test(token);
