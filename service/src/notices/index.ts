// Notices: a real provider reports that an account has new data, or that its person has ended the access. Data is fetched
// elsewhere.
export { noticesUrl } from './address.js';
export {
  type NoticesStanding,
  type OwnApplication,
  readNoticesStanding,
  readOwnApplications,
} from './standing.js';
export { canBeReached } from './who-tells.js';
export { placeOfSubscriber } from './subscriber-rows.js';
export { subscribeRegularly } from './subscribe.js';
export { noticePath, noticeRoutes } from './routes.js';
