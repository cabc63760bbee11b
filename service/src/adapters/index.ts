// Real providers: a file for each, with values and pure functions. Nothing here sends, stores or waits.
export type { Adapter } from './adapter.js';
export { adapters } from './all.js';
export type { Answer, Api, ApiRequest, Failure, FailureKind, Limit, Standing } from './api.js';
export type { Collection, DayItem, DayWindow } from './collection.js';
export { dayAt, offsetOfZone } from './days.js';
export type { Notice, NoticeRequest, Notices, Offer } from './notices.js';
export type { Subscribed, Subscription, Subscriptions, Wanted } from './subscriptions.js';
export { daysInWindow, firstDay, forgets, hasDays, lagOf } from './spans.js';
export type {
  Discovery,
  OauthSignIn,
  PasswordClient,
  PasswordInput,
  PasswordSignIn,
  PasswordTools,
  PasswordUrls,
  Session,
  TokenAnswer,
  Urls,
  Where,
} from './sign-in.js';
