/** What `tokenProvider` gave in place of a token, in words: names and kinds, never a value. */
export function describeAnswer(answer: unknown): string {
  if (answer instanceof Response)
    return 'a Response. Read the token from it first: (await response.json()).link_token';
  if (Array.isArray(answer)) return 'a list';
  if (typeof answer === 'object' && answer !== null) {
    const keys = Object.keys(answer);
    if (keys.length === 0) return 'an object without keys';
    return `an object with the keys ${keys.slice(0, 5).join(', ')}`;
  }
  if (typeof answer === 'string') return 'an empty string';
  return answer === undefined || answer === null ? String(answer) : `a ${typeof answer}`;
}
