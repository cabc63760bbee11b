// Addresses of the console: fragments, which are not sent to any server. They never contain a key or a name.

/** The pages of a team. */
export const teamTabs = ['overview', 'keys', 'links', 'connections', 'webhooks', 'bulk'] as const;
export type TeamTab = (typeof teamTabs)[number];

/** What is shown. `webhookId` is of the tab `webhooks` alone. */
export type Route =
  | { readonly view: 'teams' }
  | { readonly view: 'keys' }
  | {
      readonly view: 'team';
      readonly teamId: string;
      readonly tab: TeamTab;
      readonly webhookId?: string;
    };

const id = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** What a fragment such as `#/team/ID/keys` names; the list of teams if it names nothing. */
export function readRoute(fragment: string): Route {
  const [first, teamId = '', tab = 'overview', webhookId, ...rest] = fragment
    .replace(/^#?\/?/, '')
    .split('/');
  if (first === 'keys' && teamId === '') return { view: 'keys' };
  const known = teamTabs.find((name) => name === tab);
  if (first !== 'team' || !id.test(teamId) || !known || rest.length > 0) return { view: 'teams' };
  if (webhookId === undefined) return { view: 'team', teamId, tab: known };
  return known === 'webhooks' && id.test(webhookId)
    ? { view: 'team', teamId, tab: known, webhookId }
    : { view: 'teams' };
}

/** The fragment of a route, for a link. */
export function fragmentOf(route: Route): string {
  if (route.view !== 'team') return `#/${route.view}`;
  const { teamId, tab, webhookId } = route;
  const deeper = webhookId === undefined ? '' : `/${webhookId}`;
  return `#/team/${teamId}${tab === 'overview' && !deeper ? '' : `/${tab}${deeper}`}`;
}
