// How a team's type checker sees the events of webhooks.
import {
  isConnectionCreated,
  isDailyData,
  isHistoricalData,
  isLabAppointment,
  isLabOrder,
  isLabResult,
  verifyWebhook,
  WebhookError,
  type WebhookEvent,
} from 'svc-link/webhooks';

declare const event: WebhookEvent;

// Each kind of event has its own data.
if (isConnectionCreated(event)) {
  event.data.provider.slug satisfies string;
  // @ts-expect-error -- a connection brings no values
  event.data.data satisfies readonly object[];
} else if (isDailyData(event)) {
  event.data.source.provider satisfies string;
  event.data.data satisfies readonly object[];
} else if (isHistoricalData(event)) {
  event.data.provider satisfies string | undefined;
  event.data.start_date satisfies string | undefined;
  // @ts-expect-error -- whose and which days are texts
  event.data.end_date satisfies number | undefined;
} else if (isLabOrder(event)) {
  event.data.id satisfies string;
} else if (isLabAppointment(event)) {
  event.data.order_id satisfies string;
} else if (isLabResult(event)) {
  event.data.results satisfies readonly object[];
} else {
  event.data satisfies unknown;
}
event.user_id satisfies string;
// @ts-expect-error -- what data there is depends on the type
void event.data.provider;

// The unchanged request or its parts, with one secret or several.
const request = new Request('https://example.com');
void (verifyWebhook({ secret: '', request }) satisfies Promise<WebhookEvent>);
void verifyWebhook({ secrets: ['', ''], headers: request.headers, body: '', tolerance: 60, now: new Date() });
void verifyWebhook({ secret: '', headers: { 'webhook-id': '', other: ['a', 'b'] }, body: new Uint8Array() });
// @ts-expect-error -- a body that was parsed
void verifyWebhook({ secret: '', headers: {}, body: { event_type: 'x' } });
// @ts-expect-error -- no secret
void verifyWebhook({ request });
// @ts-expect-error -- both
void verifyWebhook({ secret: '', secrets: [''], request });

declare const error: WebhookError;
error.code satisfies
  | 'secret_invalid'
  | 'headers_missing'
  | 'body_not_raw'
  | `timestamp_${string}`
  | 'signature_wrong'
  | 'event_malformed';
