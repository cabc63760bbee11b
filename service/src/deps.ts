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

/** The tools that the routes work with. */
export interface Deps extends Addresses {
  readonly db: Db;
  /** A connection of its own to check the database, also when all others are busy. */
  readonly check: Db;
  /** The version of this service. */
  readonly version: string;
  readonly clock: Clock;
  /** Set only in the embedded mode, if fictional providers are on. */
  readonly sandboxClock: SandboxClock | undefined;
  /** Whether the sandbox clock needs no key. */
  readonly isClockFree: boolean;
  /** Whether only this machine reaches the service. */
  readonly isLocal: boolean;
  readonly secrets: Secrets;
  readonly jobs: Jobs;
  readonly log: Logger;
  readonly activity: Activity;
  /** Which providers exist, and the service's applications with them. */
  readonly providerSettings: ProviderSettings;
  /** Keeps requests to real providers within their limits. */
  readonly budgets: Budgets;
  /** How many requests are answered at the same time; further ones are refused and may be sent again. 0 for any number. */
  readonly mostRequests: number;
  /** Undefined if requests are not limited. */
  readonly rateLimiter: RateLimiter | undefined;
  /** How often a provider may refuse one user name in 15 minutes; 0 for any number. */
  readonly refusedSignIns: number;
  /** Whether webhooks may use private addresses and http. */
  readonly webhookAllowPrivate: boolean;
  /** How long each kind of data is kept, in days. */
  readonly retention: Retention;
  /** The folder of the built script and hosted page. */
  readonly filesDirectory: string;
  /** How people get into the console. */
  readonly console: ConsoleAccess;
  /** The folder of the built console. */
  readonly consoleDirectory: string;
  /** Waits in real time, whatever the sandbox clock shows. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Aborted some time before the service stops, when balancers should send no more requests. */
  readonly leaving: AbortSignal;
  /** Aborted when the service begins to stop. */
  readonly stopping: AbortSignal;
}

/** The addresses of a running service: origins without a slash at the end. */
export interface Addresses {
  readonly publicUrl: string;
  /** By default another site than `publicUrl`, as with a real provider. */
  readonly sandboxUrl: string;
  /** The service's address for itself, for the fictional providers' token endpoints. */
  readonly internalUrl: string;
}
