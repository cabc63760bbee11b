/** Statuses of a request that must change before it is sent again: its key, its address or its content. */
const ofRequests: readonly (number | undefined)[] = [400, 401, 403, 404, 409, 413, 422];
const mostPlaces = 3;
const longest = 300;

/** Why a request was refused, as one line for its developer: the fields and what is wrong with each. '' if unknown. */
export function reasonOf(status: number | undefined, detail: unknown): string {
  if (isRedirect(status))
    return 'a redirect, which is not followed: is baseUrl the address of the service itself?';
  if (!ofRequests.includes(status)) return '';
  const text =
    typeof detail === 'string' ? detail : Array.isArray(detail) ? placesOf(detail) : sentenceOf(detail);
  // One line, whatever the text contains.
  return text.replace(/[\p{C}\s]+/gu, ' ').slice(0, longest);
}

/** Browsers hide redirects: the answer has the status 0. */
const isRedirect = (status: number | undefined): boolean =>
  status === 0 || (status !== undefined && status >= 300 && status < 400);

function placesOf(places: readonly unknown[]): string {
  const lines = places.slice(0, mostPlaces).map((place) => {
    // `Object` returns something with properties for any value, also for null.
    const { loc, msg } = Object(place) as { loc?: unknown; msg?: unknown };
    // The first part of `loc` says whether the field is in the body or the query.
    const field = Array.isArray(loc) ? loc.slice(1).join('.') : '';
    return [field, typeof msg === 'string' ? msg : ''].filter(Boolean).join(': ');
  });
  const more = places.length - lines.length;
  return [...lines.filter(Boolean), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

function sentenceOf(detail: unknown): string {
  // `Object` as above.
  const { error_message: message } = Object(detail) as { error_message?: unknown };
  return typeof message === 'string' ? message : '';
}
