// The page on which a fictional provider helps its people: the user names, passwords and codes that work there.
import { Hono } from 'hono';
import type { Deps } from '../deps.js';
import { answerPage, html, pageStylePath } from '../pages/index.js';
import { findProvider } from '../providers/index.js';

/** The result of each user name. The others are in docs/testing.md. */
const usernames: readonly (readonly [string, string])[] = [
  ['ok@example.com', 'connects'],
  ['sms@example.com', 'asks for a code by text message: 123456'],
  ['email@example.com', 'asks for a code by email: 123456'],
  ['twice@example.com', 'asks for two codes: 123456, then 654321'],
  ['slow@example.com', 'takes 20 seconds'],
  ['error-provider_api_error@example.com', 'fails with the error that it names'],
];

export function sandboxHelp({ providerSettings }: Pick<Deps, 'providerSettings'>): Hono {
  return new Hono().get('/sandbox/help/:slug', (c) => {
    const provider = findProvider(c.req.param('slug'));
    if (provider?.authType !== 'password' || !providerSettings.fictional.has(provider.slug))
      return c.notFound();
    return answerPage(c, {
      title: `Help · ${provider.name}`,
      style: pageStylePath,
      content: html`<img
          class="logo"
          src="/providers/${provider.slug}/logo.svg"
          alt=""
          width="56"
          height="56"
        />
        <h1>Help with ${provider.name}</h1>
        <p class="muted">
          ${provider.name} is fictional: nobody has an account there. Sign in with one of these user names.
        </p>
        <dl>
          ${usernames.map(
            ([username, what]) =>
              html`<dt><code>${username}</code></dt>
                <dd>${what}</dd>`,
          )}
        </dl>
        <h2 id="password">Forgot your password?</h2>
        <p class="muted">
          Any password that begins with <code>good</code> is right, and any other is wrong.
        </p>`,
    });
  });
}
