import type { ProviderEntry } from './entry.js';
import { fictionalWords } from './fictional-words.js';

/** Resources that need further scopes, besides the one with their own name, to be complete. */
const extraScopes: Readonly<Record<string, readonly string[]>> = {
  sleep: ['heartrate.read'],
  workouts: ['routes.read'],
  glucose: ['devices.read'],
};

const scope = (resource: string): string => `${resource}.read`;

/** `must` are resources whose scopes are required; the person can deny the scopes of `may`. */
function oauth(
  slug: string,
  name: string,
  colour: string,
  description: string,
  must: readonly string[],
  may: readonly string[],
): ProviderEntry {
  const resources = [...must, ...may].map((resource) => ({
    name: resource,
    required: [scope(resource)],
    optional: extraScopes[resource] ?? [],
  }));
  const required = must.map(scope);
  const optional = new Set([...may.map(scope), ...resources.flatMap((resource) => resource.optional)]);
  return {
    slug,
    name,
    description,
    colour,
    authType: 'oauth',
    ...fictionalWords(slug, 'oauth'),
    regions: [],
    resources,
    scopes: { required, optional: [...optional].filter((each) => !required.includes(each)) },
  };
}

function password(
  slug: string,
  name: string,
  colour: string,
  description: string,
  resources: readonly string[],
  regions: readonly string[] = [],
): ProviderEntry {
  return {
    slug,
    name,
    description,
    colour,
    authType: 'password',
    ...fictionalWords(slug, 'password'),
    regions,
    resources: resources.map((resource) => ({ name: resource, required: [], optional: [] })),
    scopes: { required: [], optional: [] },
  };
}

const everyRegion = ['us', 'eu', 'ca', 'au'];

/** The fictional providers, in the order of lists. */
export const fictionalProviders: readonly ProviderEntry[] = [
  oauth(
    'aurora_ring',
    'Aurora Ring',
    '#4b3fbf',
    'A ring that follows your sleep and recovery',
    ['profile', 'sleep'],
    ['activity', 'heartrate', 'body_temperature'],
  ),
  oauth(
    'borealis_watch',
    'Borealis Watch',
    '#0b6b6f',
    'A watch for training and everyday movement',
    ['profile', 'activity'],
    ['workouts', 'sleep', 'heartrate', 'steps'],
  ),
  oauth(
    'cadence_cycle',
    'Cadence Cycle',
    '#b0306a',
    'A diary for your menstrual cycle',
    ['profile', 'menstrual_cycle'],
    ['body_temperature'],
  ),
  oauth(
    'delta_strides',
    'Delta Strides',
    '#b4430f',
    'Steps and walks, counted by your phone',
    ['activity', 'steps'],
    ['workouts'],
  ),
  oauth(
    'ember_scale',
    'Ember Scale',
    '#b3261e',
    'A scale that measures weight and body fat',
    ['body'],
    ['profile', 'heartrate'],
  ),
  oauth(
    'fjord_band',
    'Fjord Band',
    '#1d5a93',
    'A light band for days and nights',
    ['profile', 'activity'],
    ['sleep', 'heartrate', 'steps'],
  ),
  oauth(
    'glide_rower',
    'Glide Rower',
    '#0f6a84',
    'A rowing machine that keeps every stroke',
    ['workouts'],
    ['profile', 'heartrate'],
  ),
  oauth(
    'harbor_glucose',
    'Harbor Glucose',
    '#155e75',
    'A glucose sensor for the upper arm',
    ['glucose'],
    ['profile', 'meal'],
  ),
  oauth(
    'iris_sleep',
    'Iris Sleep',
    '#5a3a9b',
    'A bedside sensor that sees how you sleep',
    ['sleep', 'sleep_cycle'],
    ['profile', 'respiratory_rate'],
  ),
  oauth(
    'juniper_pulse',
    'Juniper Pulse',
    '#2c6e3f',
    'A chest strap for heart rate and rhythm',
    ['heartrate'],
    ['profile', 'workouts', 'electrocardiogram'],
  ),
  oauth(
    'kestrel_run',
    'Kestrel Run',
    '#9a4a08',
    'A running app with routes and plans',
    ['profile', 'workouts'],
    ['activity', 'steps', 'heartrate'],
  ),
  oauth(
    'lumen_patch',
    'Lumen Patch',
    '#8a5a00',
    'A skin patch for temperature and breathing',
    ['body_temperature'],
    ['profile', 'respiratory_rate'],
  ),
  oauth(
    'mistral_bike',
    'Mistral Bike',
    '#2a5fc4',
    'A bike computer for rides on road and trail',
    ['workouts'],
    ['profile', 'activity', 'heartrate'],
  ),
  oauth(
    'nimbus_health',
    'Nimbus Health',
    '#4a5a7a',
    'One place in the cloud for your health data',
    ['profile', 'activity', 'body'],
    ['sleep', 'workouts', 'meal', 'steps'],
  ),
  oauth(
    'orchard_food',
    'Orchard Food',
    '#4a6b12',
    'A food diary with nutrients and recipes',
    ['meal'],
    ['profile', 'body', 'water'],
  ),
  oauth(
    'pinnacle_climb',
    'Pinnacle Climb',
    '#6a4636',
    'A logbook for climbing and mountain days',
    ['workouts'],
    ['profile', 'activity'],
  ),
  password('quartz_scale', 'Quartz Scale', '#7a4a8c', 'A glass scale for the whole family', [
    'body',
    'profile',
  ]),
  password('ridge_treadmill', 'Ridge Treadmill', '#3f5d3a', 'A treadmill that knows your hills', [
    'workouts',
    'steps',
  ]),
  password('solstice_ring', 'Solstice Ring', '#a13c12', 'A ring for energy through the day', [
    'sleep',
    'activity',
    'heartrate',
  ]),
  password('tundra_watch', 'Tundra Watch', '#33566b', 'A rugged watch for the long way round', [
    'activity',
    'workouts',
    'sleep',
    'heartrate',
  ]),
  password('umbra_sleep', 'Umbra Sleep', '#2b2f5e', 'A mask that listens to your nights', [
    'sleep',
    'sleep_cycle',
  ]),
  password('vertex_trainer', 'Vertex Trainer', '#a3123a', 'Strength plans and every set you lift', [
    'workouts',
    'body',
  ]),
  password('willow_diary', 'Willow Diary', '#1f6b57', 'A diary for meals, mood and water', [
    'meal',
    'mood',
    'water',
  ]),
  password(
    'xenon_pump',
    'Xenon Pump',
    '#1a5f8a',
    'An insulin pump and its settings',
    ['insulin', 'glucose'],
    everyRegion,
  ),
  password(
    'yarrow_meter',
    'Yarrow Meter',
    '#7d5a10',
    'A blood glucose meter for the pocket',
    ['glucose', 'carbohydrates'],
    everyRegion,
  ),
  password('zephyr_bed', 'Zephyr Bed', '#3c5f8f', 'A bed that adapts while you sleep', [
    'sleep',
    'respiratory_rate',
    'heartrate',
  ]),
  password('atlas_cuff', 'Atlas Cuff', '#8c2f45', 'A cuff for blood pressure at home', [
    'blood_pressure',
    'heartrate',
  ]),
  password('breeze_inhaler', 'Breeze Inhaler', '#0d6e78', 'A smart cap for your inhaler', [
    'inhaler_usage',
    'respiratory_rate',
  ]),
];
