import type { LinkProvider } from '../../contract/index.js';
import { humanize } from '../../messages/index.js';
import type { Translate } from '../translate.js';

/** The name for a provider of which only the slug is known: `quartz_scale` becomes "Quartz Scale". */
export const nameOfSlug = (slug: string): string =>
  humanize(slug).replace(/(^| )\p{L}/gu, (start) => start.toUpperCase());

/** A provider without a name is called by its slug. */
export const nameOf = ({ name, slug }: LinkProvider): string => name.trim() || nameOfSlug(slug);

/** A resource in words; one that the catalogue does not know is spelled out from its name. */
export const resourceName = (resource: string, t: Translate): string =>
  t.word(`resource.${resource}`) ?? humanize(resource);

/** "activity, heart rate, sleep", as the language lists things. */
export const resourceNames = (provider: LinkProvider, t: Translate): string =>
  (provider.resources ?? [])
    .map((resource) => resourceName(resource, t))
    .join(t.text('common.list-separator'));
