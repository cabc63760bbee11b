// The addresses of fictional patients. Each user has one, which is always the same.
import type { Appointment } from 'svc-link/contract';
import { randomOf } from '../fictional-data/index.js';

export interface Place {
  readonly address: Appointment['address'];
  readonly location: Appointment['location'];
  readonly timeZone: string;
}

type City = readonly [city: string, state: string, zip: string, lat: number, lng: number, timeZone: string];

const cities: readonly [City, ...City[]] = [
  ['New York', 'NY', '10011', 40.742, -74, 'America/New_York'],
  ['Detroit', 'MI', '48201', 42.345, -83.06, 'America/Detroit'],
  ['Indianapolis', 'IN', '46204', 39.772, -86.157, 'America/Indiana/Indianapolis'],
  ['Chicago', 'IL', '60614', 41.922, -87.653, 'America/Chicago'],
  ['Denver', 'CO', '80205', 39.759, -104.966, 'America/Denver'],
  ['Boise', 'ID', '83702', 43.633, -116.204, 'America/Boise'],
  ['Phoenix', 'AZ', '85004', 33.451, -112.07, 'America/Phoenix'],
  ['Los Angeles', 'CA', '90026', 34.077, -118.263, 'America/Los_Angeles'],
  ['Anchorage', 'AK', '99501', 61.217, -149.876, 'America/Anchorage'],
  ['Honolulu', 'HI', '96815', 21.281, -157.827, 'Pacific/Honolulu'],
];

export function placeOf(userId: string): Place {
  const random = randomOf(`place ${userId}`);
  const [city, state, zip_code, lat, lng, timeZone] = random.pick(cities);
  const street = random.pick(['Linden Street', 'Maple Avenue', 'Station Road', 'Orchard Lane']);
  return {
    address: {
      first_line: `${random.integer(1, 999)} ${street}`,
      second_line: '',
      city,
      state,
      zip_code,
      unit: '',
      access_notes: '',
    },
    location: { lng, lat },
    timeZone,
  };
}
