// Addresses of the console: fragments, which are not sent to any server. They never contain a key or a name.

/** The pages of a team. */
export const teamTabs = [
  'overview',
  'keys',
  'links',
  'connections',
  'providers',
  'webhooks',
  'bulk',
] as const;
export type TeamTab = (typeof teamTabs)[number];

/**
 * The page that is shown. `item` belongs to a page below a tab: a webhook's id, a provider's slug, a user's id, or the id
 * or time that finds link sessions.
 */
export type Route =
  | { readonly view: 'teams' }
  | { readonly view: 'keys' }
  | { readonly view: 'audit' }
  | {
      readonly view: 'team';
      readonly teamId: string;
      readonly tab: TeamTab;
      readonly item?: string;
    }
  | { readonly view: 'user'; readonly teamId: string; readonly item: string };

const id = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** The id of a session, a request or a user, or a time near which something happened. */
const idOrTime = new RegExp(`${id.source}|^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$`);
const slug = /^[a-z\d_]{1,100}$/;

/** The tabs with pages below them, and the form of `item` in each. */
const items: Readonly<Partial<Record<TeamTab, RegExp>>> = { webhooks: id, providers: slug, links: idOrTime };

/** The route of a fragment such as `#/team/ID/keys`. A fragment without a meaning leads to the list of teams. */
export function readRoute(fragment: string): Route {
  const [first, teamId = '', tab = 'overview', item, ...rest] = fragment.replace(/^#?\/?/, '').split('/');
  if ((first === 'keys' || first === 'audit') && teamId === '') return { view: first };
  if (first !== 'team' || !id.test(teamId) || rest.length > 0) return { view: 'teams' };
  if (tab === 'users' && item !== undefined && id.test(item)) return { view: 'user', teamId, item };
  const known = teamTabs.find((name) => name === tab);
  if (!known) return { view: 'teams' };
  if (item === undefined) return { view: 'team', teamId, tab: known };
  return items[known]?.test(item) ? { view: 'team', teamId, tab: known, item } : { view: 'teams' };
}

/** The fragment of a route, for a link. */
export function fragmentOf(route: Route): string {
  if (route.view === 'user') return `#/team/${route.teamId}/users/${route.item}`;
  if (route.view !== 'team') return `#/${route.view}`;
  const { teamId, tab, item } = route;
  const deeper = item === undefined ? '' : `/${item}`;
  return `#/team/${teamId}${tab === 'overview' && !deeper ? '' : `/${tab}${deeper}`}`;
}

/** The team whose page is shown. */
export const teamOf = (route: Route): string | undefined =>
  route.view === 'team' || route.view === 'user' ? route.teamId : undefined;
