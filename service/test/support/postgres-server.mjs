// A PostgreSQL server for all files of a run, stopped by what this answers.
import { findPostgres, startPostgres } from '../../../scripts/postgres.mjs';

export default async function start(project) {
  const postgres = await startPostgres(findPostgres());
  // In it, others can be made.
  project.provide('admin', postgres.createDatabase());
  return postgres.stop;
}
