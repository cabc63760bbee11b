/** The beginning of a provider's notice addresses, the same for every application. */
export const noticesBase = (publicUrl: string, slug: string): string =>
  `${publicUrl}/providers/${slug}/notices/`;
