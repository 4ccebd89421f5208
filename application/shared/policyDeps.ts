import type { Clock } from '../ports/clock.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { Log } from '../ports/log.ts';
import type { Payments } from '../ports/payments.ts';
import type { Repository } from '../streams/repository.ts';
import type { Commands } from './policyCommands.ts';
import type { Colleagues, ProviderEvents, Schedule } from './storage.ts';

/** What policies work with. Jobs move money; commands carry ids derived from their cause. */
export type PolicyDeps = {
  repository: Repository;
  commands: Commands;
  jobs: Jobs;
  payments: Payments;
  providerEvents: ProviderEvents;
  schedule: Schedule;
  colleagues: Colleagues;
  clock: Clock;
  log: Log;
};
