// What the unit tests expect from a browser and Node 20 does not have.
if (!('navigator' in globalThis)) Object.defineProperty(globalThis, 'navigator', { value: { onLine: true } });
