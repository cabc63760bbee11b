// What the unit tests expect of a browser and Node 20 lacks.
if (!('navigator' in globalThis)) Object.defineProperty(globalThis, 'navigator', { value: { onLine: true } });
