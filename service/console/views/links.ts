import { html, nothing, type TemplateResult } from 'lit';
import type { LinkFunnel, LinkProblems } from 'svc-link/contract';
import { counted, formatDay, formatNumber, formatShare } from '../format.js';
import {
  conversions,
  dayBefore,
  daysOf,
  problemSeries,
  type FunnelStep,
  type ProblemSeries,
} from '../funnel.js';
import { errorName, stepName } from '../link-words.js';
import { empty } from '../pieces/empty.js';
import { Load } from '../pieces/load.js';
import { PageElement } from '../pieces/page-element.js';
import { table, type Column } from '../pieces/table.js';
import type { PlotSpec } from '../plots/draw.js';
import type { Session } from '../session.js';

/** In days. The usual range is the service's default. */
const usual = 28;
const ranges = [7, usual, 90] as const;

interface Links {
  /** The length of the range, in days. */
  readonly days: number;
  readonly funnel: LinkFunnel;
  readonly problems: LinkProblems;
}

/** The statistics of the team's link sessions: how far they came, day by day, and which problems they had. */
export class LinksView extends PageElement {
  static override properties = {
    session: { attribute: false },
    teamId: { attribute: false },
    days: { state: true },
  };

  readonly #links = new Load<Links>(this, (signal) => this.#read(signal));

  declare session: Session;
  declare teamId: string;
  declare private days: number;

  constructor() {
    super();
    this.days = usual;
  }

  protected override firstUpdated(): void {
    void this.#links.run();
  }

  async #read(signal: AbortSignal): Promise<Links> {
    const { client, orgId } = this.session;
    const { days } = this;
    const query = days === usual ? {} : await this.#range(signal);
    const [funnel, problems] = await Promise.all([
      client.readLinkFunnel(orgId, this.teamId, query, { signal }),
      client.readLinkProblems(orgId, this.teamId, query, { signal }),
    ]);
    return { days, funnel, problems };
  }

  /** The service decides the last day, because its clock may differ, and asked anew, because a day may have ended. */
  async #range(signal: AbortSignal): Promise<{ readonly start: string; readonly end: string }> {
    const { client, orgId } = this.session;
    const { end } = await client.readLinkFunnel(orgId, this.teamId, {}, { signal });
    return { start: dayBefore(end, this.days), end };
  }

  #choose(days: number): void {
    this.days = days;
    void this.#links.run().then((good) => {
      if (good) this.announce(`The last ${days} days are shown.`);
    });
  }

  #renderNumbers({ days, funnel, problems }: Links): unknown {
    // The old figures stay until the new ones arrive. If these could not be loaded, the old ones must not be taken for
    // them.
    if (days !== this.days && this.#links.error !== undefined) return nothing;
    const steps = conversions(funnel.steps);
    if (!steps.some(({ sessions }) => sessions > 0))
      return empty(
        `Nobody opened a link in the last ${days} days`,
        'Create a link token on your server and hand it to the widget. Its progress will appear here.',
      );
    return html`<div class="plots">
      ${figure('How far people got', funnelPlot(steps), funnelTable(steps), 'whole')}
      ${figure('Connected, by day', connectedPlot(funnel), daysTable(funnel))}
      ${
        problems.problems.length === 0
          ? html`<section class="figure">
              <h2>Problems, by day</h2>
              <p class="muted">There were none in these ${days} days.</p>
            </section>`
          : figure('Problems, by day', problemsPlot(problems), problemTables(problems))
      }
      ${
        funnel.providers.length === 0
          ? ''
          : html`<section class="whole">
              <h2>Providers</h2>
              ${providersTable(funnel)}
            </section>`
      }
    </div>`;
  }

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">Links</h1>
      <p class="lead">
        A session counts once for each step, on the day it was opened. Days are in UTC and include today.
      </p>
      <console-find-session .session=${this.session} .teamId=${this.teamId}></console-find-session>
      <div class="row" role="group" aria-label="Period">
        ${ranges.map(
          (days) =>
            html`<button type="button" aria-pressed=${days === this.days} @click=${() => this.#choose(days)}>
              ${days} days
            </button>`,
        )}
      </div>
      ${this.#links.render((links) => this.#renderNumbers(links))}`;
  }
}

/** A plot, followed by a table of its numbers. */
const figure = (title: string, spec: PlotSpec, numbers: TemplateResult, place = ''): TemplateResult =>
  html`<section class="figure ${place}">
    <h2>${title}</h2>
    ${spec.note ? html`<p class="small muted">${spec.note}</p>` : ''}
    <console-plot .spec=${spec}></console-plot>
    <details>
      <summary>Show the numbers as a table<span class="unseen">: ${title}</span></summary>
      <div class="scroll" role="region" aria-label=${title} tabindex="0">${numbers}</div>
    </details>
  </section>`;

const sentence = (parts: readonly string[]): string => `${parts.join(', ')}.`;

function funnelPlot(steps: readonly FunnelStep[]): PlotSpec {
  const notes = steps.map(({ sessions, from }) =>
    from ? `${formatNumber(sessions)} · ${formatShare(sessions, from.sessions)}` : formatNumber(sessions),
  );
  return {
    kind: 'bars',
    labels: steps.map(({ step }) => stepName(step)),
    series: [{ name: 'Sessions', values: steps.map(({ sessions }) => sessions) }],
    notes,
    note: 'Percentages are of the step before. Not everyone is asked for a code, so “Connected” is a share of “Signed in”.',
    summary: sentence(steps.map(({ step, sessions }) => `${stepName(step)}: ${formatNumber(sessions)}`)),
  };
}

function connectedPlot({ days }: LinkFunnel): PlotSpec {
  const total = days.reduce((sum, { connected }) => sum + connected, 0);
  const best = days.reduce((most, each) => (each.connected > most.connected ? each : most), days[0] ?? noDay);
  return {
    kind: 'columns',
    labels: days.map(({ date }) => formatDay(date)),
    series: [{ name: 'Connected', values: days.map(({ connected }) => connected) }],
    summary: `${counted(total, 'connected session')} in ${counted(days.length, 'day')}; the most on ${formatDay(best.date)}: ${formatNumber(best.connected)}.`,
  };
}

const noDay = { date: '1970-01-01', connected: 0 };

const seriesName = ({ errorType }: Pick<ProblemSeries, 'errorType'>): string =>
  errorType === null ? 'Other' : errorName(errorType);

function problemsPlot(problems: LinkProblems): PlotSpec {
  const dates = daysOf(problems);
  return {
    kind: 'columns',
    labels: dates.map(formatDay),
    series: problemSeries(problems, dates).map(({ errorType, times }) => ({
      name: seriesName({ errorType }),
      values: times,
    })),
    summary: sentence(
      problems.problems.map(({ error_type, times }) => `${errorName(error_type)}: ${formatNumber(times)}`),
    ),
  };
}

const count = <Row>(head: string, of: (row: Row) => number): Column<Row> => ({
  head,
  numeric: true,
  cell: (row) => formatNumber(of(row)),
});

const funnelTable = (steps: readonly FunnelStep[]): TemplateResult =>
  table(
    'How far people got',
    [
      { head: 'Step', cell: ({ step }) => stepName(step) },
      count<FunnelStep>('Sessions', ({ sessions }) => sessions),
      {
        head: 'Of all',
        numeric: true,
        cell: ({ sessions }) => formatShare(sessions, steps[0]?.sessions ?? 0),
      },
      {
        head: 'Of the step before',
        numeric: true,
        cell: ({ sessions, from }) => (from ? formatShare(sessions, from.sessions) : '–'),
      },
    ],
    steps,
    { numbers: true },
  );

const dayColumn = {
  head: 'Day',
  cell: ({ date }: { readonly date: string }) => html`<time datetime=${date}>${formatDay(date)}</time>`,
};

const daysTable = ({ days }: LinkFunnel): TemplateResult =>
  table(
    'Links by day',
    [
      dayColumn,
      count<LinkFunnel['days'][number]>(stepName('opened'), ({ opened }) => opened),
      count<LinkFunnel['days'][number]>(
        stepName('provider_chosen'),
        ({ provider_chosen }) => provider_chosen,
      ),
      count<LinkFunnel['days'][number]>(stepName('connected'), ({ connected }) => connected),
    ],
    days,
    { numbers: true },
  );

/**
 * The table of days has the numbers of the plot. The table of totals also names each problem that is too rare for a colour
 * of its own.
 */
const problemTables = (problems: LinkProblems): TemplateResult =>
  html`${problemDaysTable(problems)} ${problemsTable(problems)}`;

interface ProblemDay {
  readonly date: string;
  readonly times: readonly number[];
}

function problemDaysTable(problems: LinkProblems): TemplateResult {
  const dates = daysOf(problems);
  const series = problemSeries(problems, dates);
  const days = dates.map((date, day) => ({ date, times: series.map(({ times }) => times[day] ?? 0) }));
  return table<ProblemDay>(
    'Problems by day',
    [
      dayColumn,
      ...series.map((each, place) => count<ProblemDay>(seriesName(each), ({ times }) => times[place] ?? 0)),
    ],
    days,
    { numbers: true },
  );
}

const problemsTable = ({ problems }: LinkProblems): TemplateResult =>
  table(
    'Problems',
    [
      {
        head: 'Problem',
        cell: ({ error_type }) =>
          html`${errorName(error_type)} <code class="muted small">${error_type}</code>`,
      },
      count<LinkProblems['problems'][number]>('Times', ({ times }) => times),
      count<LinkProblems['problems'][number]>('Sessions', ({ sessions }) => sessions),
    ],
    problems,
    { numbers: true },
  );

const providersTable = ({ providers }: LinkFunnel): TemplateResult =>
  table(
    'Providers',
    [
      { head: 'Provider', cell: ({ provider }) => html`<code>${provider}</code>` },
      count<LinkFunnel['providers'][number]>('Chosen', ({ provider_chosen }) => provider_chosen),
      count<LinkFunnel['providers'][number]>('Connected', ({ connected }) => connected),
      {
        head: 'Share',
        numeric: true,
        cell: ({ connected, provider_chosen }) => formatShare(connected, provider_chosen),
      },
    ],
    providers,
  );
