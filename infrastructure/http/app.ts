import compression from 'compression';
import express, { type Express, Router } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from '../observability/metrics.ts';
import { apiDocs } from './apiDocs.ts';
import { type DeveloperTools, developerRoutes } from './developerRoutes.ts';
import type { Endpoint } from './endpoint.ts';
import { errorHandler, type Rejections, RequestFault } from './errors.ts';
import { healthRoutes, type Probes } from './health.ts';
import { loopbackOnly } from './loopbackOnly.ts';
import { openApiDocument } from './openapi.ts';
import type { PublicListings } from './pages/pageOf.ts';
import { refuseChanges } from './readOnly.ts';
import { requestLog } from './requestLog.ts';
import { type EndpointPlatform, endpointRoutes } from './routes.ts';
import { permissionsPolicy, securityHeaders } from './securityHeaders.ts';
import { failSilentReads } from './silentDatabase.ts';
import { staticWeb } from './staticWeb.ts';
import { traceRequests } from './traceRequests.ts';
import { throwAwayUnread } from './unread.ts';

export type AppOptions = {
  /** Absent: the process serves only its probes. */
  endpoints: readonly Endpoint[];
  platform: EndpointPlatform;
  rejections: Rejections;
  probes: Probes;
  metrics: Metrics;
  log: Logger;
  /** Whether the marketplace is read-only now. */
  readOnly: () => boolean;
  publicUrl: string;
  /** The origin to which private pictures are redirected, if this process does not serve them. */
  pictures?: string | undefined;
  production: boolean;
  metricsToken: string | undefined;
  trustedProxies: number;
  /** The folder of the built web; undefined serves none. */
  webFolder: string | undefined;
  supportEmail: string;
  /** The data for public pages and the sitemap. */
  publicListings: PublicListings;
  /** `GET /files/{key}`. */
  files: Router | undefined;
  /** `GET /tlog/…`: the transparency log. */
  transparency: Router | undefined;
  /** Under /api, before any body is parsed: signatures cover the raw bytes. */
  webhooks: Router | undefined;
  /** Undefined in production. */
  developerTools: DeveloperTools | undefined;
  simulatedProvider: Router | undefined;
};

const notFound = (): never => {
  throw new RequestFault(404, 'notFound', 'Not found');
};

const apiRoutes = ({ endpoints, platform, publicUrl, webhooks, readOnly }: AppOptions): Router => {
  const router = Router();
  router.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    // the marketplace's clock, for the countdowns in the browser
    response.set('Date', new Date(platform.clock.now()).toUTCString());
    next();
  });
  router.use(refuseChanges(readOnly));
  if (webhooks) router.use(webhooks);
  router.use(apiDocs(() => openApiDocument(endpoints, publicUrl)));
  router.use(endpointRoutes(endpoints, platform));
  router.use(notFound);
  return router;
};

/** The whole HTTP server: security headers, probes, API, stored files, the simulated provider's page, the web. */
export const createApp = (options: AppOptions): Express => {
  const { production, publicUrl, log, metrics, developerTools, simulatedProvider } = options;
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', options.trustedProxies);
  app.set('query parser', 'simple');
  app.use(requestLog(log, metrics, options.platform.newId));
  app.use(throwAwayUnread());
  if (!production) app.use(loopbackOnly);
  app.use(traceRequests(options.platform.tracing));
  app.use(securityHeaders({ https: publicUrl.startsWith('https:'), pictures: options.pictures }));
  app.use(permissionsPolicy);
  app.use(healthRoutes(options.probes, metrics, options));
  app.use(failSilentReads({ ask: options.probes.database }));
  app.use(compression());
  if (options.files) app.use(options.files);
  if (options.transparency) app.use('/tlog', options.transparency);
  if (!production && simulatedProvider) app.use('/simulated-provider', simulatedProvider);
  if (!production && developerTools) app.use('/dev', developerRoutes(developerTools));
  // Some clients join a base that ends in /api with a path that starts with it.
  app.use(['/api/api', '/api'], apiRoutes(options));
  app.use(['/files', '/tlog', '/dev', '/simulated-provider'], notFound);
  if (options.webFolder) {
    const { supportEmail, publicListings: listings } = options;
    app.use(staticWeb(options.webFolder, { supportEmail, baseUrl: publicUrl, listings }));
  }
  app.use(notFound);
  app.use(errorHandler(options, log));
  return app;
};
