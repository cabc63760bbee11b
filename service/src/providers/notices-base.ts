/** What the addresses of a provider's notices begin with, whoever's application they are of. */
export const noticesBase = (publicUrl: string, slug: string): string =>
  `${publicUrl}/providers/${slug}/notices/`;
