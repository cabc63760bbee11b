// How an application or a person subscribes to notices at each provider,
// with the provider's own field names and its own check of the address.
import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';

export interface SubscriptionOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Sends a request to an address for notices, as the provider does to check it. */
  readonly reach: (url: string, init?: RequestInit) => Response | Promise<Response>;
  /** The account that an access token is for. */
  readonly accountOf?: (token: string) => string | undefined;
}

/** A provider's subscriptions. A test changes them in place, as time or the provider's portal does. */
export interface SubscriptionSimulator<One> {
  readonly app: Hono;
  readonly subscriptions: One[];
  /** Every request: its method and path, and the action if it is a form. */
  readonly requests: string[];
  /** While this is set, every request is answered with this status. */
  broken: number | undefined;
}

function simulatorOf<One>(): SubscriptionSimulator<One> {
  const app = new Hono();
  app.onError((error) => {
    throw error;
  });
  const simulator: SubscriptionSimulator<One> = { app, subscriptions: [], requests: [], broken: undefined };
  app.use(async (c, next) => {
    simulator.requests.push(`${c.req.method} ${c.req.path}`);
    if (simulator.broken !== undefined) return c.body('<h1>no</h1>', simulator.broken as 503);
    return next();
  });
  return simulator;
}

const remove = <One>(all: One[], which: (one: One) => boolean): boolean => {
  const at = all.findIndex(which);
  if (at >= 0) all.splice(at, 1);
  return at >= 0;
};

export interface OuraSubscription {
  id: string;
  callback_url: string;
  event_type: string;
  data_type: string;
  expiration_time: string;
}

/** How long a subscription lasts, in days. Oura does not say. */
const ouraDays = 90;
const later = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

export function simulateOuraSubscriptions({
  clientId,
  clientSecret,
  reach,
}: SubscriptionOptions): SubscriptionSimulator<OuraSubscription> {
  const simulator = simulatorOf<OuraSubscription>();
  const { app, subscriptions } = simulator;
  const path = '/v2/webhook/subscription';
  app.use(async (c, next) => {
    const isOurs =
      c.req.header('x-client-id') === clientId && c.req.header('x-client-secret') === clientSecret;
    return isOurs ? next() : c.json({ detail: 'Unauthorized' }, 401);
  });
  app.get(path, (c) => c.json(subscriptions));
  app.post(path, async (c) => {
    const body: Omit<OuraSubscription, 'id' | 'expiration_time'> & { verification_token: string } =
      await c.req.json();
    const { callback_url, event_type, data_type, verification_token } = body;
    const address = new URL(callback_url);
    address.search = String(new URLSearchParams({ verification_token, challenge: 'shown-again' }));
    const checked = await reach(address.href);
    // Our own service answers this.
    const answer = (checked.ok ? await checked.json() : {}) as { challenge?: string };
    const isDouble = subscriptions.some(
      (one) =>
        one.event_type === event_type && one.data_type === data_type && one.callback_url === callback_url,
    );
    if (answer.challenge !== 'shown-again' || isDouble) return c.json({ detail: 'refused' }, 422);
    const one = { id: randomUUID(), callback_url, event_type, data_type, expiration_time: later(ouraDays) };
    subscriptions.push(one);
    return c.json(one, 201);
  });
  app.put(`${path}/renew/:id`, (c) => {
    const one = subscriptions.find(({ id }) => id === c.req.param('id'));
    if (!one) return c.json({ detail: 'Webhook with specified id does not exist.' }, 403);
    one.expiration_time = later(ouraDays);
    return c.json(one);
  });
  app.delete(`${path}/:id`, (c) =>
    remove(subscriptions, ({ id }) => id === c.req.param('id'))
      ? c.body(null, 204)
      : c.json({ detail: 'Webhook with specified id does not exist.' }, 403),
  );
  return simulator;
}

export interface PolarWebhook {
  id: string;
  events: string[];
  url: string;
  active: boolean;
  secret: string;
}

export function simulatePolarWebhooks({
  clientId,
  clientSecret,
  reach,
}: SubscriptionOptions): SubscriptionSimulator<PolarWebhook> {
  const simulator = simulatorOf<PolarWebhook>();
  const { app, subscriptions } = simulator;
  const shown = ({ id, events, url, active }: PolarWebhook) => ({ id, events, url, active });
  /** Sends a ping, signed with a secret that Polar has not told anybody yet. */
  const ping = async (url: string): Promise<boolean> => {
    const body = JSON.stringify({ timestamp: new Date().toISOString(), event: 'PING' });
    const headers = { 'polar-webhook-event': 'PING', 'polar-webhook-signature': 'of a secret to come' };
    return (await reach(url, { method: 'POST', headers, body })).status === 200;
  };
  app.use(async (c, next) => {
    const pair = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    return c.req.header('authorization') === `Basic ${pair}` ? next() : c.body(null, 401);
  });
  app.get('/v3/webhooks', (c) => c.json({ data: subscriptions.map(shown) }));
  app.post('/v3/webhooks', async (c) => {
    const { events, url }: { events: string[]; url: string } = await c.req.json();
    if (subscriptions.length > 0) return c.json({ message: 'Webhook already exists' }, 409);
    if (!(await ping(url))) return c.json({ message: 'Ping failed' }, 400);
    const one = { id: randomUUID().slice(0, 6), events, url, active: true, secret: randomUUID() };
    subscriptions.push(one);
    return c.json({ data: { id: one.id, events, url, signature_secret_key: one.secret } }, 201);
  });
  app.post('/v3/webhooks/activate', async (c) => {
    const [one] = subscriptions;
    if (!one || !(await ping(one.url))) return c.body(null, 204);
    one.active = true;
    return c.body(null, 200);
  });
  app.delete('/v3/webhooks/:id', (c) =>
    remove(subscriptions, ({ id }) => id === c.req.param('id'))
      ? c.body(null, 204)
      : c.json({ message: 'not found' }, 404),
  );
  return simulator;
}

export interface StravaSubscription {
  id: number;
  callback_url: string;
}

export function simulateStravaSubscriptions({
  clientId,
  clientSecret,
  reach,
}: SubscriptionOptions): SubscriptionSimulator<StravaSubscription> {
  const simulator = simulatorOf<StravaSubscription>();
  const { app, subscriptions } = simulator;
  let last = 100;
  const refused = (c: Context, field: string, code: string) =>
    c.json({ message: 'Bad Request', errors: [{ resource: 'PushSubscription', field, code }] }, 400);
  const isOurs = (form: URLSearchParams): boolean =>
    form.get('client_id') === clientId && form.get('client_secret') === clientSecret;
  const unauthorized = (c: Context) =>
    c.json(
      { message: 'Authorization Error', errors: [{ resource: 'Application', field: '', code: 'invalid' }] },
      401,
    );
  app.post('/push_subscriptions', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    if (!isOurs(form)) return unauthorized(c);
    const callback_url = form.get('callback_url') ?? '';
    if (subscriptions.length > 0) return refused(c, '', 'already exists');
    const address = new URL(callback_url);
    address.search = `hub.mode=subscribe&hub.challenge=c&hub.verify_token=${form.get('verify_token')}`;
    const checked = await reach(address.href);
    // Our own service answers this.
    const answer = (checked.ok ? await checked.json() : {}) as { 'hub.challenge'?: string };
    if (answer['hub.challenge'] !== 'c')
      return refused(c, 'callback url', 'GET to callback URL does not return 200');
    subscriptions.push({ id: ++last, callback_url });
    return c.json({ id: last }, 201);
  });
  app.delete('/push_subscriptions/:id', async (c) => {
    if (!isOurs(new URLSearchParams(await c.req.text()))) return unauthorized(c);
    return remove(subscriptions, ({ id }) => String(id) === c.req.param('id'))
      ? c.body(null, 204)
      : c.json({ message: 'Record Not Found', errors: [] }, 404);
  });
  return simulator;
}

export interface WithingsSubscription {
  account: string;
  appli: number;
  callbackurl: string;
}

interface WithingsSimulator extends SubscriptionSimulator<WithingsSubscription> {
  /** While this is set, every request of a person is refused with this status number. */
  refusal: number | undefined;
}

export function simulateWithingsSubscriptions({ accountOf, reach }: SubscriptionOptions): WithingsSimulator {
  const simulator: WithingsSimulator = Object.assign(simulatorOf<WithingsSubscription>(), {
    refusal: undefined,
  });
  const { app, subscriptions, requests } = simulator;
  app.post('/notify', async (c) => {
    const [, token = ''] = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '') ?? [];
    const account = accountOf?.(token);
    if (account === undefined) return c.json({ status: 401, body: {}, error: 'invalid_token' });
    const form = new URLSearchParams(await c.req.text());
    const [action, callbackurl] = [form.get('action'), form.get('callbackurl') ?? ''];
    const appli = Number(form.get('appli'));
    requests.push(`${action} ${account} ${form.get('appli') ?? ''}`.trim());
    if (simulator.refusal !== undefined) return c.json({ status: simulator.refusal, body: {} });
    const isIt = (one: WithingsSubscription): boolean =>
      one.account === account && one.appli === appli && one.callbackurl === callbackurl;
    switch (action) {
      case 'list': {
        const own = subscriptions.filter((one) => one.account === account);
        const profiles = own.map((one) => ({
          appli: one.appli,
          callbackurl: one.callbackurl,
          comment: '',
        }));
        return c.json({ status: 0, body: { profiles } });
      }
      case 'subscribe': {
        const checked = await reach(callbackurl, { method: 'HEAD' });
        if (checked.status !== 200) return c.json({ status: 293, body: {}, error: 'callback' });
        if (!subscriptions.some(isIt)) subscriptions.push({ account, appli, callbackurl });
        return c.json({ status: 0, body: {} });
      }
      case 'revoke':
        return c.json({ status: remove(subscriptions, isIt) ? 0 : 294, body: {} });
      default:
        return c.json({ status: 2554, body: {} });
    }
  });
  return simulator;
}
