import { join } from 'node:path';
import express, { Router } from 'express';
import { compressedAssets } from './compressedAssets.ts';
import { openBuiltPages } from './pages/builtPages.ts';
import { type PublicListings, pageOf } from './pages/pageOf.ts';
import { sitemapRoutes } from './pages/sitemap.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

type WebOptions = {
  supportEmail: string;
  /** The base of canonical addresses and the sitemap, without a trailing slash. */
  baseUrl: string;
  listings: PublicListings;
};

const isDecodable = (path: string): boolean => {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
};

/**
 * The built single-page application. Hashed assets are cached for a year. The page is never cached, and every route gets it with its own
 * head.
 */
export const staticWeb = (folder: string, { listings, ...options }: WebOptions): Router => {
  const router = Router();
  const pages = openBuiltPages(folder, options);

  router.use('/assets', compressedAssets(join(folder, 'assets')));
  router.use(
    '/assets',
    express.static(join(folder, 'assets'), { immutable: true, maxAge: YEAR_MS, index: false, redirect: false }),
  );
  router.use(
    express.static(folder, {
      index: false,
      redirect: false,
      maxAge: 0,
      setHeaders: (response) => response.setHeader('Cache-Control', 'no-cache'),
    }),
  );
  router.use(sitemapRoutes(listings, options.baseUrl));
  // not by `get`, which refuses a path that cannot be decoded before any handler sees it
  router.use((request, response, next) => sendPage(request, response, next));

  const sendPage: express.RequestHandler = async (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const wantsPage = isRead && request.accepts(['html', 'json']) === 'html' && !/\.[a-z0-9]{2,5}$/i.test(request.path);
    if (!wantsPage || !pages.isThere()) return next();
    const page = await pageOf(request.path, listings, options.baseUrl);
    response.locals.route = 'GET page';
    response
      .status(isDecodable(request.path) ? page.status : 404)
      .set('Cache-Control', 'no-cache')
      .type('html')
      .send(pages.with(page));
  };
  return router;
};
