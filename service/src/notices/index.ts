// Notices: a real provider tells that an account has new data, or that its person has ended the access. Data is fetched elsewhere.
export { noticesUrl } from './address.js';
export { noticeRoutes } from './routes.js';
