// The floor: answers the same rows as the service, with only Node's own server and the driver, and one statement for each
// request. It needs no key, and checks, counts and logs nothing.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';

const { DATABASE_URL, TEAM_ID, POOL } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(POOL) });

const columns = 'id, team_id, client_user_id, created_on, fallback_birth_date, fallback_time_zone';
const one = `select ${columns
  .split(', ')
  .map((name) => `page.${name}`)
  .join(', ')}, connection.provider, connection.created_on as connected_on
  from app_user as page left join connection on connection.user_id = page.id
  where page.id = $1 and page.team_id = $2 and page.deleted_on is null
  order by connection.created_on, connection.provider`;
const list = `select page.*, connection.provider, connection.created_on as connected_on,
    (select coalesce(sum(users), 0) from user_count where team_id = $1) as total
  from (select ${columns}, place from app_user where team_id = $1 and deleted_on is null order by place limit $2) as page
  left join connection on connection.user_id = page.id
  order by page.place, connection.created_on, connection.provider`;
// The total of the list is a row, too, which each new user changes.
const create = `with made as (
    insert into app_user (id, team_id, client_user_id, created_on) values ($1, $2, $3, $4)
    on conflict (team_id, client_user_id) where deleted_on is null do nothing returning ${columns}
  ), counted as (
    insert into user_count (team_id, part, users)
      select team_id, floor(random() * 16)::integer, count(*) from made group by team_id
    on conflict (team_id, part) do update set users = user_count.users + excluded.users
  )
  select * from made`;

const userOf = (row) => ({
  user_id: row.id,
  team_id: row.team_id,
  client_user_id: row.client_user_id,
  created_on: row.created_on.toISOString(),
  connected_sources: [],
  fallback_birth_date: row.fallback_birth_date,
  fallback_time_zone: row.fallback_time_zone,
});

async function answer(incoming) {
  const { pathname, searchParams } = new URL(incoming.url, 'http://localhost');
  if (incoming.method === 'POST') {
    let body = '';
    for await (const chunk of incoming.setEncoding('utf8')) body += chunk;
    const { client_user_id } = JSON.parse(body);
    const { rows } = await pool.query(create, [randomUUID(), TEAM_ID, client_user_id, new Date()]);
    return userOf(rows[0]);
  }
  const id = pathname.split('/')[3];
  if (id) return userOf((await pool.query(one, [id, TEAM_ID])).rows[0]);
  const limit = Number(searchParams.get('limit'));
  const { rows } = await pool.query(list, [TEAM_ID, limit]);
  return { users: rows.map(userOf), total: Number(rows[0].total), offset: 0, limit };
}

// Keeps connections for as long as the service does.
const server = createServer({ keepAliveTimeout: 75_000 }, (incoming, outgoing) => {
  answer(incoming).then(
    (body) => {
      const text = JSON.stringify(body);
      outgoing
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
        .end(text);
    },
    (error) => outgoing.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => console.log(`Service  http://127.0.0.1:${server.address().port}`));
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void pool.end();
});
