import { createHash, timingSafeEqual } from 'node:crypto';
import { Router } from 'express';
import type { Metrics } from '../observability/metrics.ts';
import { RequestFault } from './errors.ts';

type Standing = { name: string; behind: number; stopped: string | null };

export type Probes = {
  /** Throws if unreachable. */
  database(): Promise<void>;
  eventStore(): Promise<void>;
  /** Throws if it cannot write. */
  disk(): Promise<void>;
  projections(): Promise<readonly Standing[]>;
  policies(): Promise<readonly Standing[]>;
  /** The number of quarantined streams; everything else works. */
  quarantined(): number;
  /** Starting or stopping: the process is reachable but takes no traffic. */
  open(): boolean;
};

/** A read model may be this far behind: queries wait for the client's own writes anyway. */
const TOLERATED = 200;
const TIMEOUT_MS = 3_000;

const within = async <Value>(work: Promise<Value>): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

const check = async (probe: () => Promise<void>): Promise<{ ok: boolean }> => {
  try {
    await within(probe());
    return { ok: true };
  } catch {
    return { ok: false };
  }
};

const subscriptions = async (probe: () => Promise<readonly Standing[]>) => {
  try {
    const all = await within(probe());
    const ok = all.every(({ behind, stopped }) => behind <= TOLERATED && stopped === null);
    // The reason goes only to the log, because it may quote an event.
    return {
      ok,
      each: Object.fromEntries(all.map(({ name, behind, stopped }) => [name, { behind, running: stopped === null }])),
    };
  } catch {
    return { ok: false, each: {} };
  }
};

const sameText = (one: string, other: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
};

/**
 * `/health`: the process is alive. `/serving`: it takes traffic, for proxies; a shared outage does not count, or no process would get any.
 * `/ready`: all dependencies work, for monitoring. `/metrics`: for Prometheus; `metrics` says who may read it.
 */
export const healthRoutes = (
  probes: Probes,
  metrics: Metrics,
  { production, metricsToken }: { production: boolean; metricsToken: string | undefined },
): Router => {
  const router = Router();
  router.use(['/health', '/serving', '/ready', '/metrics'], (request, response, next) => {
    response.locals.route = `${request.method} ${request.baseUrl}`;
    response.set('Cache-Control', 'no-store');
    next();
  });
  router.get('/health', (_request, response) => {
    response.json({ status: 'ok', uptimeSeconds: Math.round(process.uptime()) });
  });
  router.get('/serving', (_request, response) => {
    const serving = probes.open();
    response.locals.expected = !serving;
    response.status(serving ? 200 : 503).json({ serving });
  });
  router.get('/ready', async (_request, response) => {
    const [database, eventStore, disk, projections, policies] = await Promise.all([
      check(probes.database),
      check(probes.eventStore),
      check(probes.disk),
      subscriptions(probes.projections),
      subscriptions(probes.policies),
    ]);
    const ready = probes.open() && [database, eventStore, disk, projections, policies].every(({ ok }) => ok);
    // a process that starts or stops answers no, which is not an error
    response.locals.expected = !probes.open();
    response
      .status(ready ? 200 : 503)
      .json({ ready, database, eventStore, disk, projections, policies, quarantined: probes.quarantined() });
  });
  router.get('/metrics', async (request, response) => {
    const open =
      metricsToken === undefined ? !production : sameText(request.get('authorization') ?? '', `Bearer ${metricsToken}`);
    if (!open) throw new RequestFault(404, 'notFound', 'Not found');
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return router;
};
