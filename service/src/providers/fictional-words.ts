import type { ProviderEntry } from './entry.js';
import { withoutHints } from './without-hints.js';

type Known = Pick<ProviderEntry, 'maker' | 'aliases' | 'hints'>;

const makers: Readonly<Record<string, string>> = {
  aurora_ring: 'Nordlys Labs',
  borealis_watch: 'Nordlys Labs',
  fjord_band: 'Fjærland Instruments',
  quartz_scale: 'Straße & Söhne',
  solstice_ring: 'Sólarlag',
  willow_diary: 'Łąka Health',
};

const aliases: Readonly<Record<string, readonly string[]>> = {
  aurora_ring: ['Aurora Band', 'Nordlys'],
  delta_strides: ['Step Counter'],
  fjord_band: ['Fjordbånd'],
  harbor_glucose: ['Harbor CGM'],
  iris_sleep: ['Søvnlampe'],
  quartz_scale: ['Quartz Body', 'Quarzwaage'],
  zephyr_bed: ['Zephyr Mattress'],
};

/** The kind of user name, where it is not an email address. */
const usernames: Readonly<Record<string, 'phone' | 'name' | 'member_number'>> = {
  breeze_inhaler: 'phone',
  vertex_trainer: 'name',
  atlas_cuff: 'member_number',
};

/** The providers with a help page. The others have none, like many real providers. */
const helpful = ['zephyr_bed', 'breeze_inhaler', 'vertex_trainer', 'atlas_cuff'];

/** What is known about a fictional provider besides its data. Codes have six digits at each provider with passwords. */
export function fictionalWords(slug: string, authType: ProviderEntry['authType']): Known {
  const help = helpful.includes(slug) ? `/sandbox/help/${slug}` : null;
  return {
    maker: makers[slug] ?? null,
    aliases: aliases[slug] ?? [],
    hints:
      authType === 'oauth'
        ? withoutHints
        : {
            username: usernames[slug] ?? 'email',
            code_length: 6,
            code_kind: 'digits',
            help_url: help,
            forgot_url: help && `${help}#password`,
          },
  };
}
