import { html, nothing, type TemplateResult } from 'lit';
import type { Team } from 'svc-link/contract';
import { fragmentOf, teamOf, teamTabs, type Route, type TeamTab } from './route.js';
import type { Session } from './session.js';

const names: Readonly<Record<TeamTab, string>> = {
  overview: 'Overview',
  keys: 'API keys',
  links: 'Links',
  connections: 'Connections',
  providers: 'Providers',
  webhooks: 'Webhooks',
  bulk: 'Bulk operations',
};

const item = (route: Route, text: string, current: boolean): TemplateResult =>
  html`<li><a href=${fragmentOf(route)} aria-current=${current ? 'page' : nothing}>${text}</a></li>`;

/** The navigation: the views that the key may see, of the organization and of the open team. */
export function nav(session: Session, route: Route, team: Team | undefined): TemplateResult {
  const isOrg = session.kind === 'org';
  const teamId = teamOf(route);
  // People reach a user's page from a provider whose connection broke, so the providers' tab is marked.
  const tab = route.view === 'team' ? route.tab : 'providers';
  const of = (view: 'teams' | 'keys' | 'audit', text: string) => item({ view }, text, route.view === view);
  return html`<nav aria-label="Console">
    ${
      isOrg || session.teamIds.length > 1
        ? html`<ul>
            ${of('teams', 'Teams')}
            ${isOrg ? [of('keys', 'Management keys'), of('audit', 'Audit log')] : nothing}
          </ul>`
        : nothing
    }
    ${
      teamId !== undefined
        ? html`<p class="team-name" id="team-name">${team?.id === teamId ? team.name : 'Team'}</p>
            <ul aria-labelledby="team-name">
              ${teamTabs.map((each) => item({ view: 'team', teamId, tab: each }, names[each], each === tab))}
            </ul>`
        : nothing
    }
    <ul class="elsewhere">
      <li>
        <a href="/docs" target="_blank" rel="noopener">Reference<span class="unseen"> (new tab)</span></a>
      </li>
    </ul>
  </nav>`;
}
