// Aurora Ring, from a team's page to the provider. The tests that use this decide what comes in between.
import type { LinkTokenRequest } from 'svc-link/contract';
import type { EnginePage } from '../engines/engine-page.js';
import type { MadeToken } from '../servers.js';
import type { HostOptions, World } from '../world.js';

export const allow = 'button[value=allow]';
export const toRing = ['[part=action]', 'Continue to Aurora Ring'] as const;
export const authorizeTitle = 'Connect Aurora Ring to Acme';

export interface Opening extends HostOptions {
  token?: Partial<LinkTokenRequest>;
  /** The heading that the person sees first. */
  heading?: string;
}

/** Opens a team's page at the step that leads to the provider. */
export async function toAuthorize(
  page: EnginePage,
  world: World,
  { token, heading = authorizeTitle, ...host }: Opening = {},
) {
  const made = await world.newToken({ provider: 'aurora_ring', app_name: 'Acme', ...token });
  await page.goto(world.host({ ...host, attributes: { 'link-token': made.link_token } }));
  await page.sees(heading);
  return made;
}

/** The state of a link at the service. */
export async function sessionOf(world: World, { link_session_id }: MadeToken) {
  const { state, connected } = await world.ask('GET', `/v2/link/session/${link_session_id}`);
  return [state, connected];
}

/** A page with a script, in place of the service's answer. */
export const asPage = (script: string) => ({
  headers: { 'content-type': 'text/html' },
  body: `<!doctype html><title>Liar</title><script>${script}</script>`,
});

/** The events that end or fail a run, of all that a page received from the widget. */
export const decisions = (page: EnginePage) =>
  page.evaluate(() =>
    window.heard.map(({ name }) => name).filter((name) => /success|exit|redirect|error/.test(name)),
  );
