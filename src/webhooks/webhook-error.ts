/** Why a webhook was refused, and what to do about it. The text contains no secret and nothing of the request. */
const reasons = {
  secret_invalid:
    'The secret is not one that createWebhook or rotateWebhookSecret answered: "whsec_" and base64 of 24 bytes or more. Is the variable set?',
  headers_missing:
    'A webhook-id, webhook-timestamp or webhook-signature header is missing. Is the request from the service, and does a proxy let them through?',
  body_not_raw:
    'The body was parsed before. Give the raw text or bytes as they came, such as express.raw({ type: "*/*", limit: "10mb" }) or request.text().',
  timestamp_invalid: 'The webhook-timestamp is not a Unix time in seconds.',
  timestamp_too_old:
    'The webhook-timestamp is older than the tolerance: an old request that is sent again, or a clock that is ahead.',
  timestamp_too_new: 'The webhook-timestamp is in the future: is the clock of this server behind?',
  signature_wrong:
    'No signature is of these secrets. Is it the secret of this webhook, and is the body exactly what came?',
  event_malformed: 'The body is no event of this version of svc-link.',
} as const;

/**
 * The code to decide by. `secret_invalid` and `body_not_raw` are mistakes of the receiver; with any other code, refuse the
 * webhook.
 */
export type WebhookErrorCode = keyof typeof reasons;

/** The error that this entry throws, except for wrong options. `message` says what to do. */
export class WebhookError extends Error {
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, options?: ErrorOptions) {
    super(reasons[code], options);
    this.name = 'WebhookError';
    this.code = code;
  }
}
