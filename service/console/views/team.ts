import { html, nothing, type TemplateResult } from 'lit';
import { retentionKinds, teamFlags, type RetentionKind, type Team, type TeamFlag } from 'svc-link/contract';
import { when } from '../format.js';
import { badge } from '../pieces/badge.js';
import { reference } from '../pieces/empty.js';
import { facts } from '../pieces/facts.js';
import type { Load } from '../pieces/load.js';
import { readAgain } from '../pieces/read-again.js';
import { table } from '../pieces/table.js';

/** What a switch allows. */
const opens: Readonly<Partial<Record<string, string>>> = {
  bulk_import: 'Importing connections in bulk',
  bulk_export: 'Exporting connections in bulk',
  insurance_inference: 'Reading Medicare and Medicaid plans from an address',
  management: 'Webhooks and their deliveries, API keys, figures',
} satisfies Record<TeamFlag, string>;

/** The settings of a team. `say` announces that they were read again. */
export const teamOverview = (team: Load<Team>, say: (text: string) => void): TemplateResult =>
  html`<div>
    <h1 tabindex="-1">Overview</h1>
    ${team.render(settings)} ${readAgain(team, say)}
  </div>`;

function settings(team: Team): TemplateResult {
  const { brand } = team;
  return html`${facts([
      ['Name', team.name],
      ['ID', html`<code>${team.id}</code>`],
      ['Region', team.region.toUpperCase()],
      ['Created', when(team.created_on)],
    ])}
    <h2>What people see while they connect</h2>
    ${facts([
      ['Name', brand?.name ?? none],
      ['Colour', brand?.color == null ? none : html`${swatch(brand.color)}<code>${brand.color}</code>`],
      ['Logo', address(brand?.logo)],
      ['Terms', address(team.terms_url)],
      ['Privacy', address(team.privacy_url)],
    ])}
    <h2>Switches</h2>
    ${table(
      'Switches',
      [
        { head: 'Switch', cell: (flag) => html`<code>${flag}</code>` },
        { head: 'What it turns on', cell: (flag) => opens[flag] ?? nothing },
        {
          head: 'State',
          cell: (flag) => (team.flags.includes(flag) ? badge('good', 'On') : badge('plain', 'Off')),
        },
      ],
      [...new Set<string>([...teamFlags, ...team.flags])],
    )}
    <h2>How long data is kept</h2>
    ${facts(retentionKinds.map((kind) => [kept[kind], daysOf(team, kind)]))}
    <p class="small muted">
      Change names, brands, switches and days with ${reference('updateTeam', 'updateTeam')}. Switches need an
      organization key. A team can keep data for less time than the service, not for longer.
    </p>`;
}

const kept: Readonly<Record<RetentionKind, string>> = {
  links: 'Link sessions',
  unstarted: 'Links nobody opened',
  events: 'Events and deliveries',
  operations: 'Bulk operations',
  health: 'Data of connections',
};

/** The team's own number of days, if it keeps data for less time than the service. */
function daysOf({ retention, longest_retention }: Team, kind: RetentionKind): TemplateResult | string {
  const days = inDays(retention[kind] ?? longest_retention[kind]);
  return retention[kind] === null ? html`${days} <span class="muted">as set for the service</span>` : days;
}

const inDays = (days: number | null): string =>
  days === null ? 'Until the connection ends' : days === 1 ? '1 day' : `${days} days`;

const none = html`<span class="muted">not set</span>`;

/** A team's own address becomes a link only if it leads to a web page. */
const address = (url: string | null | undefined): TemplateResult | string =>
  url == null
    ? none
    : /^https?:/.test(url)
      ? html`<a href=${url} target="_blank" rel="noopener noreferrer">${url}</a>`
      : url;

/** A square of a colour, set by an SVG attribute, because the page's policy allows no inline styles. */
const swatch = (colour: string): TemplateResult =>
  html`<svg class="swatch" viewBox="0 0 16 16" aria-hidden="true">
    <rect width="16" height="16" rx="4" fill=${colour}></rect>
  </svg>`;
