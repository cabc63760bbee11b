// What takes long to start, files of tests that run in one process share (scripts/node-tests.mjs says that they may).
// A file that runs by itself starts and stops everything itself.

let sharing = false;
const shared = new Map();

/** From now on `stop` of what is shared does nothing; the function that comes back stops it all. */
export function share() {
  sharing = true;
  return async () => {
    sharing = false;
    const started = await Promise.allSettled(shared.values());
    shared.clear();
    await Promise.all(started.map(({ value }) => value?.stop()));
  };
}

/** What `start` answers, which has a `stop`; as an earlier file got it, where one started the same. */
export async function startShared(start) {
  if (!sharing) return start();
  if (!shared.has(start)) shared.set(start, start());
  const started = await shared.get(start);
  return { ...started, stop: async () => {} };
}
