/** How a session was begun, and which page to return to if a form brought the browser here. */
export const embedding: readonly string[] = [
  `alter table link_session add column started_via text`,
  `alter table link_session add column comes_home boolean not null default false`,
  `alter table link_session add column return_url text`,
];
