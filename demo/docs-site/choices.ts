// The values that a live sample's switches offer, by attribute. The build puts the switches into the page, so that nothing moves.
const languages = 'ar cs da de es fi fr he it ja ko nb nl pl pt-BR pt-PT sv tr uk zh-Hans zh-Hant';

export const choices: Readonly<Record<string, readonly string[]>> = {
  mode: ['inline', 'dialog', 'popover', 'frame', 'window'],
  provider: ['', 'quartz_scale', 'aurora_ring', 'xenon_pump'],
  providers: ['', 'quartz_scale aurora_ring tundra_watch'],
  locale: ['', ...languages.split(' ')],
  'heading-level': ['', '1', '3', '4'],
  'support-url': ['', 'https://example.com/help'],
};

export const flags = ['without-search', 'with-another'];
