import { createRedisBackend, withBackend } from 'bullmq';
import { Redis } from 'ioredis';
import type { Knex } from 'knex';
import type { Clock } from '#application/ports/clock.ts';
import type { Log } from '#application/ports/log.ts';
import { type BackOff, backOff } from '#application/streams/backOff.ts';
import { ADVISORY_LOCKS } from '../postgres/advisoryLock.ts';
import { StartFailure } from '../system/startFailure.ts';
import { openBullmq } from './bullmq.ts';
import { openJobCopies } from './jobCopies.ts';
import type { OperableJobs } from './operableJobs.ts';
import { RedisConnector, RedisForgets, redisRefusalOf } from './redisConnection.ts';
import { recoverLostJobs } from './redisRecovery.ts';

const PREFIX = 'reliquary';
/** Holds the server run id from the last fill: missing after a flush, different after a restart. */
const FILLED = `${PREFIX}:filled`;
/** A server that accepts commands but does not answer within this time counts as unreachable, ms. */
const ANSWERS_WITHIN = 2_000;
const RECONNECT: BackOff = { first: 100, longest: 2_000 };

type RedisJobsOptions = {
  redisUrl: string;
  db: Knex;
  clock: Clock;
  log: Log;
  checkEvery?: number;
  /** How long Redis may be unreachable before an alarm, ms. Default 60,000. */
  alarmAfter?: number;
  /** How long `close` waits for Redis and for running jobs, ms. */
  closeWithin?: number;
  /** A worker without a heartbeat for this long is considered dead, ms. Default 15,000. */
  missedAfter?: number;
};

/** Jobs have no TTL. An `allkeys` eviction policy would silently drop some when memory is full. */
const keepsJobs = (info: string): boolean => !/^maxmemory_policy:allkeys-/m.test(info);

const runIdIn = (info: string): string => {
  const runId = /^run_id:(\w+)/m.exec(info)?.[1];
  if (!runId) throw new Error('the server does not say which run it is');
  return runId;
};

/**
 * Jobs in Redis with copies in PostgreSQL: Redis may lose everything at any time without losing a job. @throws
 * StartFailure if Redis cannot be used at start
 */
export const openRedisJobs = async ({
  redisUrl,
  db,
  clock,
  log,
  checkEvery,
  alarmAfter,
  closeWithin,
  missedAfter,
}: RedisJobsOptions): Promise<OperableJobs> => {
  const reconnect = {
    Connector: RedisConnector,
    retryStrategy: (times: number) => backOff(times, RECONNECT),
  };
  // Fails at once while Redis is down: the caller continues, and the copy in PostgreSQL keeps the job.
  const ofQueues = new Redis(redisUrl, {
    ...reconnect,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: ANSWERS_WITHIN,
    lazyConnect: true,
  });
  const ofWorkers = new Redis(redisUrl, { ...reconnect, maxRetriesPerRequest: null, lazyConnect: true });
  let told = false;
  let atStart: unknown;
  for (const connection of [ofQueues, ofWorkers]) {
    connection.setMaxListeners(0); // every queue and worker listens on the one connection
    connection.on('error', (error) => {
      atStart ??= error;
      if (!told) log.warn({ error: String(error) }, 'Redis cannot be reached');
      told = true;
    });
    connection.on('ready', () => {
      told = false;
    });
  }
  try {
    await Promise.all([ofQueues.connect(), ofWorkers.connect()]);
    // for a missing database ioredis only emits an error and then uses database 0
    if (atStart !== undefined) throw atStart;
    if (!keepsJobs(await ofQueues.info('memory'))) throw new RedisForgets();
  } catch (error) {
    for (const connection of [ofQueues, ofWorkers]) connection.disconnect();
    const refusal = redisRefusalOf(atStart ?? error, redisUrl);
    throw new StartFailure(`Redis at ${new URL(redisUrl).host} (REDIS_URL) ${refusal}`);
  }

  const queue = openBullmq({
    classes: withBackend(createRedisBackend),
    connection: { ofQueues, ofWorkers },
    prefix: PREFIX,
    clock,
    log,
    oneAtATime: (work) =>
      db.transaction(async (transaction) => {
        await transaction.raw('SELECT pg_advisory_xact_lock(?)', [ADVISORY_LOCKS.jobSchedulesInRedis]);
        await work();
      }),
    close: async () => {
      ofQueues.disconnect();
      ofWorkers.disconnect();
    },
    closeWithin,
    missedAfter,
  });
  return recoverLostJobs({
    queue,
    memory: openJobCopies({ db, clock }),
    isFilled: async () => (await ofQueues.get(FILLED)) === runIdIn(await ofQueues.info('server')),
    markFilled: async () => void (await ofQueues.set(FILLED, runIdIn(await ofQueues.info('server')))),
    // thrown by ioredis
    isSilence: (error) => error instanceof Error && error.message === 'Command timed out',
    log,
    alarmAfter,
    closeWithin,
    ...(checkEvery !== undefined && { checkEvery }),
  });
};
