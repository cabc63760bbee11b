// Dexcom's interface as developer.dexcom.com/docs/dexcomv3 describes it: `dataRange` and `egvs`.
import { dayNumber } from 'svc-link/contract';
import { timestampAt } from '../../../src/adapters/days.js';
import { lifeOf, type LivedDay } from './life.js';
import { createSimulator, type Simulator, type SimulatorOptions } from './simulator.js';

export interface GlucoseRecord {
  recordId: string;
  systemTime: string;
  displayTime: string;
  transmitterId: string | null;
  transmitterTicks: number;
  value: number | null;
  status: 'unknown' | 'high' | 'low' | 'ok' | null;
  trend: string | null;
  trendRate: number | null;
  unit: 'mg/dL' | 'mmol/L' | 'unknown';
  rateUnit: 'mg/dL/min' | 'mmol/L/min' | 'unknown';
  displayDevice: 'iOS' | 'android' | 'receiver';
  transmitterGeneration: string;
}
export interface DexcomRecords {
  egvs: GlucoseRecord[];
}

function valuesOf(day: LivedDay): GlucoseRecord[] {
  // Every second day the values come from a receiver, which writes no offsets and is two minutes fast.
  const receiver = dayNumber(day.date) % 2 === 0;
  const shown = (at: number, offset: number): string => timestampAt(at, offset);
  const plain = (at: number): string => new Date(at).toISOString().slice(0, 19);
  return day.measured('glucose').map(({ at, offset, value }) => ({
    recordId: `egv-${at}`,
    systemTime: receiver ? plain(at) : shown(at, 0),
    displayTime: receiver ? plain(at + offset * 1000 + 120_000) : shown(at, offset),
    transmitterId: null,
    transmitterTicks: at / 1000,
    value: Math.round(value * 18.0156),
    status: 'ok',
    trend: 'flat',
    trendRate: 0,
    unit: 'mg/dL',
    rateUnit: 'mg/dL/min',
    displayDevice: receiver ? 'receiver' : 'iOS',
    transmitterGeneration: 'g7',
  }));
}

const momentOf = (systemTime: string): number =>
  Date.parse(systemTime.endsWith('Z') ? systemTime : `${systemTime}Z`);

/** What is wrong with the requested days; undefined if nothing is. */
function wrong(start: string | undefined, end: string | undefined): string | undefined {
  if (start === undefined || end === undefined) return 'startDate and endDate are needed';
  if (![start, end].every((text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text))) return 'no such time';
  const days = (momentOf(end) - momentOf(start)) / 86_400_000;
  return days < 0 || days > 30 ? 'at most 30 days' : undefined;
}

export function createDexcomSimulator(options: SimulatorOptions): Simulator<DexcomRecords> {
  const fault = (code: string) => ({ fault: { faultstring: code, detail: { errorcode: code } } });
  return createSimulator<DexcomRecords>(options, {
    recordsOf: (account) => ({
      egvs: lifeOf(account, options.until, options.days, options.lived).days.flatMap(valuesOf),
    }),
    routes(app) {
      app.get('/v3/users/self/dataRange', (c) => {
        const [first, last] = [c.get('records').egvs.at(0), c.get('records').egvs.at(-1)];
        const at = ({ systemTime, displayTime }: GlucoseRecord) => ({ systemTime, displayTime });
        return c.json({
          recordType: 'dataRange',
          recordVersion: '3.0',
          userId: c.get('account'),
          calibrations: null,
          egvs: first && last ? { start: at(first), end: at(last) } : null,
          events: null,
        });
      });
      app.get('/v3/users/self/egvs', (c) => {
        const [start, end] = [c.req.query('startDate'), c.req.query('endDate')];
        const mistake = wrong(start, end);
        if (mistake !== undefined) return c.json({ errors: [mistake] }, 400);
        const records = c.get('records').egvs.filter(({ systemTime }) => {
          const at = momentOf(systemTime);
          return at >= momentOf(start ?? '') && at <= momentOf(end ?? '');
        });
        return c.json({
          recordType: 'egv',
          recordVersion: '3.0',
          userId: c.get('account'),
          records: records.toReversed(),
        });
      });
    },
    unauthorized: (c) => c.json(fault('steps.oauth.v2.InvalidAccessToken'), 401),
    tooMany: (c) => c.json(fault('policies.ratelimit.QuotaViolation'), 429),
  });
}
