import { createHash } from 'node:crypto';
import type { ProviderEntry } from './entry.js';
import { marks } from './marks.js';

/** The logo as an SVG document that is visible on light and on dark. */
export function drawLogo(provider: ProviderEntry): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48">' +
    `<rect width="48" height="48" rx="11" fill="${provider.colour}"/>` +
    `<g fill="#fff" color="${provider.colour}">${markOf(provider)}</g></svg>`
  );
}

/** A drawing for fictional providers; letters for real ones, because their marks belong to their makers. */
const markOf = ({ slug, adapter }: ProviderEntry): string =>
  adapter
    ? `<text x="24" y="24" dy=".36em" text-anchor="middle" font-family="system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif" font-weight="700" font-size="${adapter.monogram.length > 1 ? 19 : 25}">${adapter.monogram}</text>`
    : (marks[slug] ?? '');

/** The part of the logo's address that changes with the drawing, so that browsers can cache a logo for ever. */
export function logoVersion(logo: string): string {
  return createHash('sha256').update(logo).digest('hex').slice(0, 8);
}

/** The address of a provider's logo. */
export function logoUrl(publicUrl: string, provider: ProviderEntry): string {
  return `${publicUrl}/providers/${provider.slug}/logo.svg?v=${logoVersion(drawLogo(provider))}`;
}
