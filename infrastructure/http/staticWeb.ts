import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import express, { Router } from 'express';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

const inAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** What the pages know of the configuration stands in the page itself: the one address for support. */
const configured = (html: string, supportEmail: string): string =>
  html.replace(/(<meta name="support-email" content=")[^"]*/, (_, start) => start + inAttribute(supportEmail));

/** The built single-page application: hashed assets are kept for a year, its page is asked for each time and stands for every route. */
export const staticWeb = (folder: string, supportEmail: string): Router => {
  const router = Router();
  const page = join(folder, 'index.html');
  let kept = { at: 0, html: '' };

  /** Read again after a new build: it names the new assets. Undefined while there is none. */
  const pageNow = (): string | undefined => {
    const at = statSync(page, { throwIfNoEntry: false })?.mtimeMs;
    if (at === undefined) return undefined;
    if (at !== kept.at) kept = { at, html: configured(readFileSync(page, 'utf8'), supportEmail) };
    return kept.html;
  };

  router.use(
    '/assets',
    express.static(join(folder, 'assets'), { immutable: true, maxAge: YEAR_MS, index: false, fallthrough: true }),
  );
  router.use(
    express.static(folder, {
      index: false,
      maxAge: 0,
      setHeaders: (response) => response.setHeader('Cache-Control', 'no-cache'),
    }),
  );
  router.get('/*path', (request, response, next) => sendPage(request, response, next));
  router.get('/', (request, response, next) => sendPage(request, response, next));

  const sendPage: express.RequestHandler = (request, response, next) => {
    const wantsPage = request.accepts(['html', 'json']) === 'html' && !/\.[a-z0-9]{2,5}$/i.test(request.path);
    const html = wantsPage ? pageNow() : undefined;
    if (html === undefined) return next();
    response.locals.route = 'GET page';
    response.set('Cache-Control', 'no-cache').type('html').send(html);
  };
  return router;
};
