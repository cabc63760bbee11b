import type { LinkProvider } from '../contract/index.js';

/** The first letter of the name on the provider's colour, as the service draws it for real providers. */
const drawLogo = (name: string, colour: string): string =>
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">' +
  `<rect width="48" height="48" rx="11" fill="${colour}"/>` +
  '<text x="24" y="24" dy=".36em" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="700" font-size="25" fill="#fff">' +
  `${name.charAt(0)}</text></svg>`;

const provider = (name: string, colour: string, more: Partial<LinkProvider> = {}): LinkProvider => ({
  name,
  slug: name.toLowerCase().replaceAll(' ', '_'),
  description: null,
  logo: `data:image/svg+xml,${encodeURIComponent(drawLogo(name, colour))}`,
  auth_type: 'password',
  regions: [],
  resources: ['sleep', 'heartrate'],
  connected: false,
  ...more,
});

/** A few of the service's fictional providers: some of each kind, and enough of them for the picker to have a search. */
export const fakeProviders: readonly LinkProvider[] = [
  provider('Aurora Ring', '#4b3fbf', { auth_type: 'oauth' }),
  provider('Borealis Watch', '#0b6b6f', { auth_type: 'oauth' }),
  provider('Quartz Scale', '#7a4a8c', { resources: ['body', 'profile'] }),
  provider('Ridge Treadmill', '#3f5d3a'),
  provider('Solstice Ring', '#a13c12'),
  provider('Tundra Watch', '#33566b'),
  provider('Vertex Trainer', '#a3123a'),
  provider('Xenon Pump', '#1a5f8a', { regions: ['us', 'eu', 'ca', 'au'] }),
  provider('Zephyr Bed', '#3c5f8f'),
];
