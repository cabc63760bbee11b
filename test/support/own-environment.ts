// Processes that the tests start must find nothing of the runner in their environment: the build of an example is one for
// production. Each thread has its own environment, so this changes no other.
for (const name of ['NODE_ENV', 'VITEST', 'TEST', 'DEV', 'PROD', 'MODE']) delete process.env[name];
