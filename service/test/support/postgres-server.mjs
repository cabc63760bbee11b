// A PostgreSQL server for all files of a run, stopped by what this answers.
import { startPostgres } from './postgres-process.mjs';

export default async function start(project) {
  const postgres = await startPostgres();
  // In it, others can be made.
  project.provide('admin', postgres.createDatabase());
  return postgres.stop;
}
