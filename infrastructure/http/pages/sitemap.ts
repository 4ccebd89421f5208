import { Router } from 'express';
import { FIXED_PATHS } from './fixedPages.ts';
import { listingPath } from './listingPage.ts';
import type { PublicListings } from './pageOf.ts';

const PAGE_SIZE = 2_000;
/** The newest 50,000; older ones are found by search. */
const MOST_PAGES = 25;

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

const xml = (list: 'urlset' | 'sitemapindex', entry: 'url' | 'sitemap', addresses: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${list} xmlns="${NAMESPACE}">`,
    ...addresses.map((address) => `  <${entry}><loc>${address.replaceAll('&', '&amp;')}</loc></${entry}>`),
    `</${list}>`,
    '',
  ].join('\n');

/** Signed-in screens are not disallowed here: crawlers must be able to read their `noindex`. */
const robots = (baseUrl: string): string =>
  [
    'User-agent: *',
    'Allow: /api/listings',
    'Disallow: /api/',
    'Disallow: /dev/',
    'Disallow: /simulated-provider/',
    '',
    `Sitemap: ${baseUrl}/sitemap.xml`,
    '',
  ].join('\n');

/** `robots.txt` and the sitemap: an index of the fixed pages and the newest listings, 2,000 per page. */
export const sitemapRoutes = (listings: PublicListings, baseUrl: string): Router => {
  const router = Router();
  const pages = async () => Math.min(MOST_PAGES, Math.ceil((await listings.count()) / PAGE_SIZE));

  router.use(['/robots.txt', '/sitemap.xml', '/sitemaps'], (_request, response, next) => {
    response.set('Cache-Control', 'public, max-age=3600');
    next();
  });
  router.get('/robots.txt', (_request, response) => {
    response.type('text').send(robots(baseUrl));
  });
  router.get('/sitemap.xml', async (_request, response) => {
    const parts = Array.from({ length: await pages() }, (_, index) => `listings-${index + 1}`);
    const addresses = ['pages', ...parts].map((part) => `${baseUrl}/sitemaps/${part}.xml`);
    response.type('xml').send(xml('sitemapindex', 'sitemap', addresses));
  });
  router.get('/sitemaps/pages.xml', (_request, response) => {
    const addresses = FIXED_PATHS.map((path) => `${baseUrl}${path}`);
    response.type('xml').send(xml('urlset', 'url', addresses));
  });
  router.get('/sitemaps/:part', async (request, response, next) => {
    const page = Number(/^listings-([1-9]\d?)\.xml$/.exec(request.params.part)?.[1]);
    if (!page || page > (await pages())) return next();
    const ids = await listings.newest(page, PAGE_SIZE);
    const addresses = ids.map((id) => `${baseUrl}${listingPath(id)}`);
    response.type('xml').send(xml('urlset', 'url', addresses));
  });
  return router;
};
