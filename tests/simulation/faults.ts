import { EventStoreUnavailable } from '#application/ports/eventStore.ts';
import { ProviderUnavailable } from '#application/ports/payments.ts';
import { HOUR, MINUTE } from '#domain/shared/instants.ts';
import type { Random } from './random.ts';
import type { Owner, Scheduler } from './scheduler.ts';

/** How bad the times are; every world has weather of its own. Probabilities for each call, or each step. */
type Weather = {
  /** A process dies, a step. */
  crash: number;
  /** A call does not get through. */
  unreachable: number;
  /** A call takes effect, and the caller hears an error. */
  unanswered: number;
  /** A call takes seconds, minutes, hours. */
  slow: number;
  /** A job is begun again though it runs, or though it is done; a policy's place is taken by another process. */
  twice: number;
  /** Beginnings of outages of one outside part, a step. */
  outage: number;
  /** The job queue loses what is in it, a step. */
  queueLost: number;
  /** Facts of sales that nobody can read, an append. */
  spoilt: number;
  /** How far a process's clock may be wrong, ms. */
  skew: number;
  /** Beginnings of a reader of the log that takes its time, a step. */
  laggard: number;
  /** Webhooks that come twice, and those that never come. */
  webhookTwice: number;
  webhookLost: number;
};

export const NO_FAULTS: Weather = {
  crash: 0,
  unreachable: 0,
  unanswered: 0,
  slow: 0,
  twice: 0,
  outage: 0,
  queueLost: 0,
  spoilt: 0,
  skew: 0,
  laggard: 0,
  webhookTwice: 0,
  webhookLost: 0,
};

/** Each kind of trouble is absent, mild or heavy, independently of the others. */
export const drawWeather = (random: Random): Weather => {
  const force = () => random.pick([0, 1, 1, 4]);
  return {
    crash: 0.0004 * force(),
    unreachable: 0.004 * force(),
    unanswered: 0.004 * force(),
    slow: 0.005 * force(),
    twice: 0.01 * force(),
    outage: 0.0001 * force(),
    queueLost: 0.00003 * force(),
    spoilt: 0.003 * force(),
    skew: random.pick([0, 0, 2_000, MINUTE, 10 * MINUTE]),
    laggard: 0.0002 * force(),
    webhookTwice: 0.08 * force(),
    webhookLost: 0.03 * force(),
  };
};

/** The parts that can be out of reach; `webhooks`: the way from the provider to us. */
export type Part = 'store' | 'payments' | 'jobs' | 'tables' | 'mail' | 'webhooks';
/** `there`: nothing gets through. `back`: everything does, and no answer is ever heard. */
export type Way = 'there' | 'back';
type Cut = { until: number; way: Way };
export type Faults = {
  weather: Weather;
  /** Which parts cannot be reached, by everybody or, as `part process`, by one. */
  away: Map<string, Cut>;
  /** Readers of the log that take so long for each step, ms. */
  laggards: Map<string, number>;
};

/** Which way is closed at this moment between a process and a part. */
export const closedWay = ({ away }: Faults, part: Part, process: string, now: number): Way | undefined =>
  [away.get(part), away.get(`${part} ${process}`)].find((cut) => cut !== undefined && cut.until > now)?.way;

const DELAYS = [1_000, 20_000, MINUTE, 10 * MINUTE, 2 * HOUR];

const errorOf = (part: Part, message: string): Error => {
  if (part === 'store') return new EventStoreUnavailable(message);
  if (part === 'payments') return new ProviderUnavailable(message);
  return new OutOfReach(`${part}: ${message}`);
};

/** A database, a queue, a mail server. */
export class OutOfReach extends Error {
  override readonly name = 'OutOfReach';
}

type Call = (...given: never[]) => unknown;

/**
 * A port as one process sees it: each call waits for its turn, may be slow, may not get through, and may take effect without an answer,
 * which a caller cannot tell from the one before.
 */
export const faultyPort = <Port extends object>(
  port: Port,
  part: Part,
  owner: Owner,
  { scheduler, faults, random }: { scheduler: Scheduler; faults: Faults; random: Random },
): Port => {
  const wrap = (name: string, call: Call): Call => {
    const label = `${owner.name} ${part}.${name}`;
    return async (...given: never[]) => {
      const { weather } = faults;
      await scheduler.turn(owner, label, random.chance(weather.slow) ? random.pick(DELAYS) : 0);
      const closed = closedWay(faults, part, owner.name, scheduler.now());
      if (closed === 'there') throw errorOf(part, 'out of reach');
      if (random.chance(weather.unreachable)) throw errorOf(part, 'no connection');
      const answer = await call(...given);
      if (closed === 'back' || random.chance(weather.unanswered))
        throw errorOf(part, 'the connection broke before the answer');
      return answer;
    };
  };
  return Object.fromEntries(
    Object.entries(port).map(([name, member]) => [
      name,
      typeof member === 'function' ? wrap(name, member as Call) : member,
    ]),
  ) as Port;
};
