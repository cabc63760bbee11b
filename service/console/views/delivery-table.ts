import { html, type TemplateResult } from 'lit';
import type { deliveryStatuses, WebhookDelivery } from 'svc-link/contract';
import { formatNumber, when } from '../format.js';
import { badge } from '../pieces/badge.js';
import { empty } from '../pieces/empty.js';
import type { Column } from '../pieces/table.js';
import { wide } from '../pieces/wide-table.js';

export type Status = (typeof deliveryStatuses)[number];

export const statusNames: Readonly<Record<Status, string>> = {
  pending: 'Waiting',
  success: 'Delivered',
  failed: 'Failed',
};

/**
 * A row for each delivery. `replay` is `off` if none can be sent again now, and undefined for a person who may not send
 * any, who gets no button.
 */
export function deliveryTable(
  deliveries: readonly WebhookDelivery[],
  replay: ((delivery: WebhookDelivery) => void) | 'off' | undefined,
): TemplateResult {
  return wide(
    'Deliveries',
    [
      { head: 'Event', cell: eventCell },
      { head: 'State', cell: stateOf },
      { head: 'Attempts', numeric: true, cell: ({ attempts }) => formatNumber(attempts) },
      { head: 'Last answer', cell: ({ response_status }) => response_status ?? '–' },
      { head: 'Next try', cell: ({ next_attempt_at }) => when(next_attempt_at) },
      ...(replay === undefined ? [] : [replayColumn(replay)]),
    ],
    deliveries,
    { keyOf: ({ id }) => id },
  );
}

/** In place of an empty list. */
export const noDelivery = (status: Status | undefined): TemplateResult =>
  status
    ? empty(
        `No delivery is ${statusNames[status].toLowerCase()}`,
        'Choose “All deliveries” to see the others.',
      )
    : empty(
        'Nothing was sent in the last 30 days',
        'The team’s next event will appear here a moment after it happens.',
      );

const replayColumn = (replay: ((delivery: WebhookDelivery) => void) | 'off'): Column<WebhookDelivery> => ({
  head: 'Replay',
  actions: true,
  cell: (delivery) =>
    html`<button
      type="button"
      aria-disabled=${replay === 'off'}
      @click=${() => replay === 'off' || replay(delivery)}
    >
      Replay<span class="unseen"> ${delivery.event_type}</span>
    </button>`,
});

function eventCell(delivery: WebhookDelivery): TemplateResult {
  const fact = (name: string, value: unknown) =>
    html`<div>
      <dt>${name}</dt>
      <dd>${value}</dd>
    </div>`;
  return html`<details>
    <summary>
      <code>${delivery.event_type}</code> <span class="small muted">${when(delivery.created_on)}</span>
    </summary>
    <dl class="facts small">
      ${fact('What went wrong', delivery.error ?? 'Nothing')}
      ${fact('webhook-id', html`<code>${delivery.event_id}</code>`)}
    </dl>
  </details>`;
}

/** Whether a delivery is being sent now. A sandbox clock may be ahead of this browser's time. */
export const isDue = ({ status, attempts, next_attempt_at }: WebhookDelivery): boolean =>
  status === 'pending' &&
  (attempts === 0 || (next_attempt_at !== null && Date.parse(next_attempt_at) < Date.now() + 2000));

const stateOf = (delivery: WebhookDelivery): TemplateResult => {
  switch (delivery.status) {
    case 'success':
      return badge('good', statusNames.success);
    case 'failed':
      return badge('bad', statusNames.failed);
    case 'pending':
      return badge('busy', isDue(delivery) ? 'Sending' : statusNames.pending);
    default:
      return badge('plain', delivery.status);
  }
};
