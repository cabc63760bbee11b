// Processes that the tests start are to find nothing of the runner in their environment: a build of an example is one for
// production. A thread has an environment of its own.
for (const name of ['NODE_ENV', 'VITEST', 'TEST', 'DEV', 'PROD', 'MODE']) delete process.env[name];
