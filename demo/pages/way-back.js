const names = ['state', 'provider', 'link_session_id', 'error_type', 'confirm_code'];

/**
 * The result that a redirect put into the address, or null. It is removed from the address, because a reload must not use a
 * code again and nobody needs to see the code. The page's own `provider` stays.
 */
export function takeReturn() {
  const query = new URLSearchParams(location.search);
  if (!query.has('link_session_id')) return null;
  // The page's own `provider` comes before the one that the redirect added.
  const [own] = query.getAll('provider').slice(0, -1);
  const brought = Object.fromEntries(names.map((name) => [name, query.getAll(name).at(-1) ?? null]));
  for (const name of names) query.delete(name);
  if (own) query.set('provider', own);
  history.replaceState(null, '', query.size ? `?${query}` : location.pathname);
  return brought;
}
