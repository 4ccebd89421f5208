import { QUEUES } from '#application/policies/all.ts';
import { openJobs } from '../composition/adapters.ts';
import type { DeadJob, OperableJobs } from '../jobs/operableJobs.ts';
import { openLog } from '../observability/log.ts';
import { systemClock } from '../system/clock.ts';
import { StartFailure } from '../system/startFailure.ts';
import { runOperation, type Work, write } from './commandLine.ts';

const USAGE = `npm run jobs -- dead               lists jobs without attempts left
npm run jobs -- retry QUEUE [ID]   restarts one job or a whole queue; retry all: every dead job
Queues: ${QUEUES.join(', ')}`;

const sayDead = (dead: readonly DeadJob[]): void => {
  for (const { queue, id, attempts, reason } of dead)
    write(`${queue} ${id}  ${attempts} attempts, the last: ${reason.slice(0, 300)}`);
  write(`${dead.length} dead jobs.`);
};

const retry = async (jobs: OperableJobs, dead: readonly DeadJob[]): Promise<void> => {
  for (const { queue, id } of dead)
    write(`${queue} ${id}  ${(await jobs.retry(queue, id)) ? 'begins again' : 'is gone'}`);
  write(`${dead.length} jobs.`);
};

const isAsked = ([word, queue]: readonly string[]): boolean =>
  word === 'dead' || (word === 'retry' && queue !== undefined && ['all', ...QUEUES].includes(queue));

const work = async ([word, queue, id]: readonly string[], jobs: OperableJobs): Promise<void> => {
  const dead = await jobs.dead(QUEUES);
  if (word === 'dead') return sayDead(dead);
  const wanted = dead.filter((job) => (queue === 'all' || job.queue === queue) && (id === undefined || job.id === id));
  if (id !== undefined && wanted.length === 0) throw new StartFailure(`no dead job ${id} in ${queue}`);
  await retry(jobs, wanted);
};

const run =
  (words: readonly string[]): Work =>
  async ({ db, url }, config) => {
    const jobs = await openJobs(config, { db, url, clock: systemClock, log: openLog({ level: 'warn' }) });
    await work(words, jobs).finally(jobs.close);
  };

runOperation(USAGE, (words) => (isAsked(words) ? run(words) : undefined));
