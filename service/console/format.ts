// Numbers and times as people read them.
import { html, type TemplateResult } from 'lit';

const number = new Intl.NumberFormat('en-GB');
const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 });
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

export const formatNumber = (value: number): string => number.format(value);

/** A share such as 0.5 as `50%`; nothing if the whole is 0. */
export const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '–' : percent.format(part / whole);

/** The time of day, to the second, in the viewer's zone. */
export const formatClock = (instant: Date): string => clock.format(instant);

/** A calendar day (`YYYY-MM-DD`), which has no time zone. */
export const formatDay = (date: string): string => day.format(new Date(`${date}T00:00:00Z`));

/** `one thing`, `2 things`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** An instant (ISO 8601) in the viewer's zone. The `title` holds the exact instant. */
export function when(instant: string | null | undefined): TemplateResult | string {
  if (instant == null) return '–';
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  return html`<time datetime=${instant} title=${instant}>${moment.format(date)}</time>`;
}
