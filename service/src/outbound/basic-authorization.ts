/**
 * The header of an application that authenticates by HTTP Basic. RFC 6749 2.3.1 wants both parts encoded as in a form, and many
 * servers do not decode them: letters, digits and `*-._~` stay as they are, so that usual ids and secrets are right for both.
 */
export function basicAuthorization(clientId: string, clientSecret: string): string {
  const pair = `${formEncode(clientId)}:${formEncode(clientSecret)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** The WHATWG's form encoding leaves `*-._` alone; `~` is as common in secrets. */
const formEncode = (text: string): string =>
  new URLSearchParams({ v: text }).toString().slice(2).replaceAll('%7E', '~');
