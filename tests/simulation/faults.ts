import { EventStoreUnavailable } from '#application/ports/eventStore.ts';
import { ProviderUnavailable } from '#application/ports/payments.ts';
import { HOUR, MINUTE } from '#domain/shared/instants.ts';
import type { Random } from './random.ts';
import type { Owner, Scheduler } from './scheduler.ts';

/** The fault rates of a world: probabilities per call or per step. */
type Weather = {
  /** A process dies, per step. */
  crash: number;
  /** A call does not arrive. */
  unreachable: number;
  /** A call takes effect, but the caller gets an error. */
  unanswered: number;
  /** A call takes seconds, minutes or hours. */
  slow: number;
  /** A running or finished job starts again, or another process takes over a policy. */
  twice: number;
  /** An outside service becomes unavailable, per step. */
  outage: number;
  /** The job queue loses its content, per step. */
  queueLost: number;
  /** Events of transactions become unreadable, per append. */
  spoilt: number;
  /** Maximum error of a process's clock, ms. */
  skew: number;
  /** A reader of the log becomes slow, per step. */
  laggard: number;
  /** Webhooks that arrive twice, or never. */
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

/** Each fault is absent, mild or heavy, independently of the others. */
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

/** The parts that can be unreachable; `webhooks` is the way from the provider to us. */
export type Part = 'store' | 'payments' | 'jobs' | 'tables' | 'mail' | 'webhooks';
/** `there`: no call arrives. `back`: calls arrive, but no answer does. */
export type Way = 'there' | 'back';
type Cut = { until: number; way: Way };
export type Faults = {
  weather: Weather;
  /** The unreachable parts, for every process or, as `part process`, for one. */
  away: Map<string, Cut>;
  /** Slow readers of the log, with their delay per step in ms. */
  laggards: Map<string, number>;
};

/** The direction that is cut between a process and a part at this moment. */
export const closedWay = ({ away }: Faults, part: Part, process: string, now: number): Way | undefined =>
  [away.get(part), away.get(`${part} ${process}`)].find((cut) => cut !== undefined && cut.until > now)?.way;

const DELAYS = [1_000, 20_000, MINUTE, 10 * MINUTE, 2 * HOUR];

const errorOf = (part: Part, message: string): Error => {
  if (part === 'store') return new EventStoreUnavailable(message);
  if (part === 'payments') return new ProviderUnavailable(message);
  return new OutOfReach(`${part}: ${message}`);
};

/** A database, queue or mail server is unreachable. */
export class OutOfReach extends Error {
  override readonly name = 'OutOfReach';
}

type Call = (...given: never[]) => unknown;

/**
 * A port as one process sees it. Each call waits for its turn, may be slow, may not arrive, or may take effect without an answer;
 * the caller cannot tell the last two apart.
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
