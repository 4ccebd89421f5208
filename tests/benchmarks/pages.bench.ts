import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { openClient } from '#infrastructure/demo/client.ts';
import { signInto } from '#infrastructure/demo/signIn.ts';
import { chromiumPath } from '../support/chromium.ts';
import { startBuiltServer } from './builtServer.ts';

/** How much JavaScript each first page of a new browser brings, gzip; 130 kB at most. Against the built server with its demo marketplace. */
const OPEN = ['/', '/about', '/faq', '/terms', '/login', '/register', '/forgot-password'];
const SIGNED_IN = ['/listings', '/listings/my-listings', '/messages', '/dashboard', '/transactions', '/settings'];

/** ms: what comes by itself once the page stands, the region of messages, is told apart. */
const LATER = 3_000;

const kilobytes = (bytes: number): string => (bytes / 1_000).toFixed(1).padStart(7);

type Session = { token: string; user: { _id: string } };

/** One of the demo marketplace, with what the API tells of the places that are this person's own. */
const person = async (url: string, name: string) => {
  const client = openClient(url);
  const session: Session = (await signInto(client, name)).body;
  client.signInWith(session.token);
  return { session, get: async (path: string) => (await client.get(path)).body };
};

type Weight = { first: number; later: number; files: number; heaviest: string };

/** In a context of its own, so that nothing is cached. */
const weigh = async (browser: Browser, url: string, path: string, session?: Session) => {
  const context = await browser.newContext({ baseURL: url });
  if (session)
    await context.addInitScript(({ token, user }) => {
      localStorage.setItem('token', token);
      localStorage.setItem('user', JSON.stringify(user));
    }, session);
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  const scripts: { name: string; bytes: Promise<number> }[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.endsWith('.js')) return;
    const name = pathname.replace(/^.*\/(.+)-[\w-]{8}\.js$/, '$1');
    scripts.push({ name, bytes: response.body().then((body) => gzipSync(body).length) });
  });
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.skel') === null);
  const sum = async () => {
    const weighed = await Promise.all(scripts.map(async ({ name, bytes }) => ({ name, bytes: await bytes })));
    weighed.sort((one, other) => other.bytes - one.bytes);
    return { weighed, total: weighed.reduce((total, { bytes }) => total + bytes, 0) };
  };
  const first = await sum();
  await page.waitForTimeout(LATER);
  const all = await sum();
  await context.close();
  const weight: Weight = {
    first: first.total,
    later: all.total - first.total,
    files: first.weighed.length,
    heaviest: first.weighed
      .slice(0, 6)
      .map(({ name, bytes }) => `${name} ${Math.round(bytes / 1_000)}`)
      .join(', '),
  };
  return weight;
};

const { url, stop } = await startBuiltServer({ DEMO: '1', RATE_LIMITS: 'off' });
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ['--no-sandbox'] });
try {
  const buyer = await person(url, 'elena');
  const seller = await person(url, 'matthias');
  const archivist = await person(url, 'archivist');
  const listing = (await buyer.get('listings')).listings[0]._id;
  const transaction = (await buyer.get('transaction/my-transactions')).transactions[0]._id;
  const { conversationId } = (await buyer.get('messages/conversations')).conversations[0];
  console.log('kB gzip                         first   later  files');
  const list = async (paths: readonly string[], session?: Session) => {
    for (const path of paths) {
      const { first, later, files, heaviest } = await weigh(browser, url, path, session);
      const place = path.replace(/\/[\w-]{32,}$/, '/:id');
      console.log(
        `${place.padEnd(28)} ${kilobytes(first)} ${kilobytes(later)} ${String(files).padStart(5)}  ${heaviest}`,
      );
    }
  };
  await list([...OPEN, `/public/listings/${listing}`]);
  console.log('signed in');
  const own = [`/listings/${listing}`, `/transactions/${transaction}`, `/messages/conversation/${conversationId}`];
  await list([...SIGNED_IN, ...own], buyer.session);
  console.log('a seller');
  await list(['/listings/create'], seller.session);
  console.log('staff');
  await list(['/staff'], archivist.session);
} finally {
  await browser.close();
  await stop();
}
