import type { RequestHandler } from 'express';
import type { Tracing } from '../observability/tracing.ts';

/** One span per request, named by its route, because paths and queries can identify people. */
export const traceRequests =
  (tracing: Tracing): RequestHandler =>
  (request, response, next) => {
    const span = tracing.request(request.method, request.get('traceparent'));
    response.once('close', () => {
      const route = typeof response.locals.route === 'string' ? response.locals.route : `${request.method} other`;
      const status = response.writableFinished ? response.statusCode : 499;
      span.end(
        route,
        {
          'http.request.method': request.method,
          'http.route': route,
          'http.response.status_code': status,
          'reliquary.correlation_id': String(response.locals.correlationId),
        },
        status >= 500,
      );
    });
    span.enter(next);
  };
