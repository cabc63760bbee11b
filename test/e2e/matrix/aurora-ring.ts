// Aurora Ring, from a page of a team to the provider: what stands between the two is for the tests that use this.
import type { LinkTokenRequest } from 'svc-link/contract';
import type { EnginePage } from '../engines/engine-page.js';
import type { MadeToken } from '../servers.js';
import type { HostOptions, World } from '../world.js';

export const allow = 'button[value=allow]';
export const toRing = ['[part=action]', 'Continue to Aurora Ring'] as const;
export const authorizeTitle = 'Connect Aurora Ring to Acme';

export interface Opening extends HostOptions {
  token?: Partial<LinkTokenRequest>;
  /** That the person sees first. */
  heading?: string;
}

/** The step that leads to the provider, on a page of a team. */
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

/** What the service says of a link. */
export async function sessionOf(world: World, { link_session_id }: MadeToken) {
  const { state, connected } = await world.ask('GET', `/v2/link/session/${link_session_id}`);
  return [state, connected];
}

/** Stands in for what the service answers. */
export const asPage = (script: string) => ({
  headers: { 'content-type': 'text/html' },
  body: `<!doctype html><title>Liar</title><script>${script}</script>`,
});

/** What decides a run, of all that a page heard of the widget. */
export const decisions = (page: EnginePage) =>
  page.evaluate(() =>
    window.heard.map(({ name }) => name).filter((name) => /success|exit|redirect|error/.test(name)),
  );
