// Sends webhooks again that have arrived, all at once. There are no new links, so only the deliveries take time.
import path from 'node:path';

/** `dist` is the build that the jobs are for. */
export async function openDeliveries(dist, url) {
  const from = (name) => import(path.join(dist, name, 'index.js'));
  const [{ openPostgres, transact }, { startJobs }] = await Promise.all(['db', 'jobs'].map(from));
  const failed = (error) => console.error(error);
  const database = openPostgres(url, failed);
  const jobs = await startJobs(database.forJobs, { error: failed });
  return {
    /** Resolves with the number of deliveries, once their jobs wait for the service. */
    sendAgain: (most) =>
      transact(database.db, async (tx) => {
        const again = await tx
          .updateTable('webhook_delivery')
          .set({ status: 'pending', retries: 0, next_attempt_at: new Date() })
          .where('id', 'in', (query) =>
            query.selectFrom('webhook_delivery').select('id').where('status', '=', 'success').limit(most),
          )
          .returning(['id', 'attempts'])
          .execute();
        const { team_id } = await tx.selectFrom('webhook').select('team_id').executeTakeFirstOrThrow();
        const group = team_id;
        const jobsOf = again.map(({ id, attempts }) => ({ data: { delivery_id: id, attempts }, group }));
        await jobs.enqueueAll(tx, 'webhook', jobsOf);
        return again.length;
      }),
    async close() {
      await jobs.stop();
      await database.close();
    },
  };
}
