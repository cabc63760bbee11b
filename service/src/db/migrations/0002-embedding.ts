/** How a session was begun, and where the page that a form brought here leads back to. */
export const embedding: readonly string[] = [
  `alter table link_session add column started_via text`,
  `alter table link_session add column comes_home boolean not null default false`,
  `alter table link_session add column return_url text`,
];
