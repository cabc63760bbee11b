/**
 * The header of an application that authenticates by HTTP Basic. RFC 6749 2.3.1 wants both parts form-encoded, but many
 * servers do not decode them. Letters, digits and `*-._~` stay as they are here, so that usual ids and secrets work with
 * both kinds of servers.
 */
export function basicAuthorization(clientId: string, clientSecret: string): string {
  const pair = `${formEncode(clientId)}:${formEncode(clientSecret)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** The WHATWG's form encoding keeps `*-._`. `~` is kept too, because it is as common in secrets. */
const formEncode = (text: string): string =>
  new URLSearchParams({ v: text }).toString().slice(2).replaceAll('%7E', '~');
