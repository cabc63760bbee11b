import type { Route } from './route.js';

const titles = {
  teams: 'Teams',
  keys: 'Management keys',
  audit: 'Audit log',
  overview: 'Overview',
  links: 'Links',
  connections: 'Connections',
  providers: 'Providers',
  user: 'User',
  webhooks: 'Webhooks',
  bulk: 'Bulk operations',
} as const;

/** The pages below a tab that have a name of their own. */
const below: Readonly<Partial<Record<string, string>>> = { links: 'Link session', webhooks: 'Deliveries' };

/** The title of a page. `subject`: the name of what it shows, once the view knows it; until then it has the address's. */
export function titleOf(route: Route, subject: string | undefined, team: string): string {
  if (route.view !== 'team' && route.view !== 'user') return titles[route.view];
  const page = route.view === 'team' ? route.tab : 'user';
  if (route.item !== undefined) return `${subject ?? route.item} · ${below[page] ?? titles[page]} · ${team}`;
  return `${page === 'keys' ? 'API keys' : titles[page]} · ${team}`;
}
