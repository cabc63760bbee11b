/**
 * Sessions store the account that they connected. Accounts of password providers were named by the id of our user. Giving
 * them new names needs the master key, so the service does it at its next start.
 */
export const providerAccounts: readonly string[] = [
  `alter table link_session add column provider_account text`,
  `update link_session set provider_account = connection.provider_account
    from connection where connection.id = link_session.connection_id`,
  `alter table link_session drop column connection_id`,
  `create table unnamed_account (
    connection_id uuid primary key references connection (id) on delete cascade on update cascade
  )`,
  `insert into unnamed_account (connection_id) select id from connection
    where provider_account in (provider || ':' || user_id, provider || ':shared')`,
];
