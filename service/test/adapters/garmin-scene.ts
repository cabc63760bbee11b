// Garmin with the whole service, and people who have just linked.
import assert from 'node:assert/strict';
import { applicationOf } from '../../src/credentials/index.js';
import { openDay } from '../../src/crypto/index.js';
import { noticesUrl } from '../../src/notices/index.js';
import type { RealProviderSettings } from '../../src/providers/index.js';
import { askTeam, newLink, startOauthService } from '../support/oauth-service.js';
import { startReceiver } from '../support/receiver.js';
import { oauthAdapters } from './matrix/columns.js';
import { rows } from './matrix/rows.js';
import { connected, startMatrixScene } from './matrix/scene.js';
import type { GarminKind, GarminRecord, GarminSimulator } from './simulators/garmin.js';

type GarminScene = Awaited<ReturnType<typeof startGarmin>>;
export type Person = Awaited<ReturnType<GarminScene['newPerson']>>;

/** A day with steps. */
export const aDaily = (date: string, steps: number): GarminRecord => ({
  summaryId: `x-${date}`,
  calendarDate: date,
  startTimeInSeconds: Date.parse(date) / 1000,
  startTimeOffsetInSeconds: 0,
  steps,
});

/** For how many days each person has records, up to today. */
const daysOfPast = 7;

export async function startGarmin() {
  const real = new Map<string, RealProviderSettings>();
  const service = await startOauthService({ fictional: new Set(), real });
  // Events without a receiver are not stored.
  const team = await startReceiver();
  await askTeam(service, 'POST', '/v2/webhook', { url: team.url });
  const isGarmin = ({ slug }: { readonly slug: string }): boolean => slug === 'garmin';
  const row = rows.find(isGarmin) ?? assert.fail();
  const scene = await startMatrixScene(
    service,
    real,
    // No test here depends on the length of the past, and each person has one, so it is short.
    { ...row, simulate: (options, urls) => row.simulate({ ...options, days: daysOfPast }, urls) },
    oauthAdapters.find(isGarmin) ?? assert.fail(),
  );
  // Garmin's row makes this simulator.
  const garmin = scene.simulator as GarminSimulator;
  const { db, secrets } = service.deps;
  const address = noticesUrl(service.deps, 'garmin', applicationOf(scene.server.clientId));
  const tell = async (body: string | object): Promise<number> => {
    const sent = typeof body === 'string' || body instanceof ReadableStream ? body : JSON.stringify(body);
    return (await fetch(address, { method: 'POST', body: sent, duplex: 'half' })).status;
  };
  let people = 100;

  async function newPerson() {
    const account = String(++people);
    const link = await newLink(service, { provider: 'garmin' });
    assert.equal((await scene.send(link, account))['state'], 'success');
    const { id } = await connected(service, link);
    const storedOf = async (resource: string, date: string) => {
      const row = await db
        .selectFrom('pulled_day')
        .selectAll()
        .where('connection_id', '=', id)
        .where('resource', '=', resource)
        .where('date', '=', date)
        .executeTakeFirst();
      return row && { told: row.told, items: openDay(secrets, row) };
    };
    return {
      account,
      link,
      id,
      records: garmin.records(account),
      connection: () => connected(service, link),
      /** The body of a notice that a device of the person has sent records. */
      noticeOf: (kind: GarminKind, ...records: readonly GarminRecord[]) =>
        garmin.upload(account, kind, records, scene.api),
      async upload(kind: GarminKind, ...records: readonly GarminRecord[]): Promise<void> {
        assert.equal(await tell(garmin.upload(account, kind, records, scene.api)), 200);
      },
      offers: () => db.selectFrom('provider_offer').selectAll().where('connection_id', '=', id).execute(),
      storedOf,
      stepsOn: async (date: string) => (await storedOf('activity', date))?.items[0]?.['steps'],
      async eventsOf(type: string): Promise<number> {
        const events = await db
          .selectFrom('event')
          .select('event_type')
          .where('user_id', '=', link.userId)
          .execute();
        return events.filter(({ event_type }) => event_type === type).length;
      },
      asked: (): readonly string[] =>
        garmin.requests.filter((each) => each.account === account).map(({ url }) => url),
      pullOf: (resource: string) =>
        db
          .selectFrom('historical_pull')
          .selectAll()
          .where('connection_id', '=', id)
          .where('resource', '=', resource)
          .executeTakeFirst(),
      async stepNow(): Promise<void> {
        while (await scene.step(id, new Date()));
      },
      /** Makes the next look due now, whatever it would have waited for. */
      async look(): Promise<void> {
        await scene.letPass(id);
        await db
          .updateTable('provider_grant')
          .set({ ask_granted_at: null })
          .where('account', '=', account)
          .execute();
        while (await scene.step(id, new Date()));
      },
    };
  }

  return {
    service,
    scene,
    garmin,
    tell,
    newPerson,
    /** Makes every notice without proof have an effect at once. Normally such a notice blocks later ones for a while. */
    forgetHints: () => db.updateTable('provider_grant').set({ hinted_on: null }).execute(),
    async close(): Promise<void> {
      await scene.close();
      await service.close();
      await team.close();
    },
  };
}
