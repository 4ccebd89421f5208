import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from '../observability/metrics.ts';

const REQUEST_ID_HEADER = 'X-Request-Id';
const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

const PERHAPS_PRIVATE = /\/(?:[\w.-]{24,}|[^/]*(?:@|%40)[^/]*)/g;

/** Queries and paths may hold a token or an address, so only the route is logged; the path if there is no route. */
const addressOf = (route: unknown, path: string): string =>
  typeof route === 'string' ? route : path.replace(PERHAPS_PRIVATE, '/…').slice(0, 200);

/** Gives each request its correlation id; writes one log line and one measurement per answer. */
export const requestLog =
  (log: Logger, metrics: Metrics, newId: () => string): RequestHandler =>
  (request, response, next) => {
    const started = process.hrtime.bigint();
    const sent = request.get(REQUEST_ID_HEADER);
    const correlationId = sent !== undefined && REQUEST_ID.test(sent) ? sent : newId();
    const path = request.path;
    response.locals.correlationId = correlationId;
    response.set(REQUEST_ID_HEADER, correlationId);
    response.once('close', () => {
      const seconds = Number(process.hrtime.bigint() - started) / 1e9;
      const status = response.writableFinished ? response.statusCode : 499;
      const route: unknown = response.locals.route;
      // A stream lasts for hours, which says nothing about response times.
      if (!response.locals.streaming)
        metrics.requests.observe(
          { method: request.method, route: typeof route === 'string' ? route : 'other', status },
          seconds,
        );
      const line = {
        correlationId,
        method: request.method,
        route: addressOf(route, path),
        status,
        ms: Math.round(seconds * 1e4) / 10,
      };
      if (status >= 500 && !response.locals.expected) log.warn(line, 'answered');
      else if (route === undefined) log.debug(line, 'answered');
      else log.info(line, 'answered');
    });
    next();
  };
