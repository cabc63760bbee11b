/** How this page identifies itself to the service. Once the browser's cookie stands for a session, the token is forgotten. */
export interface Credential {
  token: string | null;
  session: string | null;
}

/** `fetch` that sends the session and its cookie if there is no token. */
export function fetchAs(credential: Credential): typeof fetch {
  return (url, init) => {
    const headers = new Headers(init?.headers);
    if (credential.token === null && credential.session) {
      headers.delete('x-svc-link-token');
      headers.set('x-svc-link-session', credential.session);
    }
    return fetch(url, { ...init, headers, credentials: 'same-origin' });
  };
}
