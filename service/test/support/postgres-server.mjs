// Starts a PostgreSQL server for all files of a run. The returned function stops it.
import { startPostgres } from './postgres-process.mjs';

export default async function start(project) {
  const postgres = await startPostgres();
  // The files create their databases from this one.
  project.provide('admin', postgres.createDatabase());
  return postgres.stop;
}
