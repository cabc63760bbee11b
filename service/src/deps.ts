import type { Logger } from 'pino';
import type { Clock, SandboxClock } from './work/index.js';
import type { Db } from './db/index.js';
import type { Jobs } from './jobs/index.js';
import type { RateLimiter } from './http/index.js';
import type { Secrets } from './crypto/index.js';
import type { Budgets } from './provider-http/index.js';
import type { Activity } from './provider-activity/activity.js';
import type { ConsoleAccess } from './console-access/settings.js';
import type { ProviderSettings } from './providers/settings.js';
import type { Retention } from './retention/index.js';

/** What the routes work with. */
export interface Deps extends Addresses {
  readonly db: Db;
  /** Answers however much there is to do. */
  readonly check: Db;
  /** Of this service. */
  readonly version: string;
  readonly clock: Clock;
  /** Set in the embedded mode only, if fictional providers are on. */
  readonly sandboxClock: SandboxClock | undefined;
  /** Whether the sandbox clock asks for no key. */
  readonly isClockFree: boolean;
  /** Whether only this machine reaches the service. */
  readonly isLocal: boolean;
  readonly secrets: Secrets;
  readonly jobs: Jobs;
  readonly log: Logger;
  readonly activity: Activity;
  /** Which providers there are, and the service's applications with them. */
  readonly providerSettings: ProviderSettings;
  /** Keeps requests to real providers within their limits. */
  readonly budgets: Budgets;
  /** Requests that are answered at the same time; further ones are told to come again. 0 for any number. */
  readonly mostRequests: number;
  /** Undefined if requests are not limited. */
  readonly rateLimiter: RateLimiter | undefined;
  /** Refused sign-ins with one user name at a provider in 15 minutes; 0 for any number. */
  readonly refusedSignIns: number;
  /** Whether webhooks may go to private addresses, and by http. */
  readonly webhookAllowPrivate: boolean;
  /** For how many days what is kept. */
  readonly retention: Retention;
  /** Where the built script and hosted page are. */
  readonly filesDirectory: string;
  /** How people get into the console. */
  readonly console: ConsoleAccess;
  /** Where the built console is. */
  readonly consoleDirectory: string;
  /** Waits in real time, whatever the sandbox clock shows. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Aborted when no more requests are wanted, some time before the service stops. */
  readonly leaving: AbortSignal;
  /** Aborted when the service begins to stop. */
  readonly stopping: AbortSignal;
}

/** The addresses of a running service: origins without a slash at their end. */
export interface Addresses {
  readonly publicUrl: string;
  /** By default another site than `publicUrl`, like a real provider. */
  readonly sandboxUrl: string;
  /** How the service reaches itself, for the fictional providers' token endpoints. */
  readonly internalUrl: string;
}
