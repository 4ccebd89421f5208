import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import type { DomainEvent } from '#domain/events.ts';
import { openMarketplace } from '#infrastructure/composition/marketplace.ts';
import { openClient } from '#infrastructure/demo/client.ts';
import { signInto } from '#infrastructure/demo/signIn.ts';
import { openLog } from '#infrastructure/observability/log.ts';
import { readConfig } from '#infrastructure/settings/config.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { chromiumPath } from '../support/chromium.ts';
import { percentile } from './percentile.ts';

/**
 * The replay of long histories in a browser, against the built pages: how long until 1,500 events are folded and shown (under 1 s), and how
 * long a frame takes while somebody scrubs 10,000 (under 16 ms).
 */
const OPENED = 1_500;
const SCRUBBED = 10_000;
const OPENINGS = 5;
/** Moves of the pointer, one a frame. */
const MOVES = 300;
const AT_ONCE = 64;
const PATIENCE = 300_000;

const folder = mkdtempSync(join(tmpdir(), 'reliquary-bench-'));
chmodSync(folder, 0o755);
const config = readConfig({
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: folder,
  DEMO: '1',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
});
const marketplace = await openMarketplace(config, { log: openLog({ level: 'error', short: false }) });
const { journal, localUrl: url } = marketplace;

let newest: string | undefined;

/** A demo sale with this many events. The provider's facts move nothing, so that no policy acts on them. */
const grown = async (stream: string, length: number): Promise<void> => {
  const { events } = await journal.load(stream);
  for (let left = length - events.length; left > 0; left -= AT_ONCE) {
    const { revision, hash } = await journal.load(stream);
    const news = Array.from(
      { length: Math.min(AT_ONCE, left) },
      (_, place): DomainEvent => ({
        type: 'ProviderFactRecorded',
        data: {
          at: Date.now() + place,
          kind: 'other',
          reference: `fact ${left - place}`,
          amount: 1_300,
          currency: 'EUR',
        },
      }),
    );
    const commandId = newId();
    const provenance = {
      commandId,
      correlationId: commandId,
      causationId: commandId,
      actor: { id: 'provider', role: 'provider' },
    };
    newest = (await journal.append(stream, news, { revision, hash }, provenance)).position;
  }
};

const auditorPage = async (browser: Browser, session: { token: string; user: object }) => {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  await context.addInitScript(({ token, user }) => {
    localStorage.setItem('token', token);
    localStorage.setItem('user', JSON.stringify(user));
  }, session);
  // tsx names functions, also those that run in the page
  await context.addInitScript('globalThis.__name = (each) => each');
  return context.newPage();
};

const ms = (value: number): string => `${value.toFixed(1)} ms`;

const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ['--no-sandbox'] });
try {
  const client = openClient(url);
  const { body: session } = await signInto(client, 'archivist');
  const buyer = openClient(url);
  buyer.signInWith((await signInto(buyer, 'elena')).body.token);
  const [one, other] = (await buyer.get('transaction/my-transactions')).body.transactions as { _id: string }[];
  const [short, long] = [`transaction-${one?._id}`, `transaction-${other?._id}`];
  await grown(short, OPENED);
  await grown(long, SCRUBBED);
  // the read models and policies have read them too, so that they do not share the processor
  if (newest) await marketplace.waitFor(newest, PATIENCE);

  const openings: number[] = [];
  for (let round = -1; round < OPENINGS; round++) {
    const page = await auditorPage(browser, session);
    await page.goto('/audit');
    await page.locator('h1').first().waitFor();
    const took = await page.evaluate(
      async ({ path, heading }) => {
        const began = performance.now();
        history.pushState(null, '', path);
        dispatchEvent(new PopStateEvent('popstate'));
        // each frame, because a locator asks again only after half a second
        const isShown = () => [...document.querySelectorAll('h2')].some(({ textContent }) => textContent === heading);
        while (!isShown()) await new Promise(requestAnimationFrame);
        return performance.now() - began;
      },
      { path: `/audit/streams/${short}`, heading: `State at event ${OPENED - 1}` },
    );
    if (round >= 0) openings.push(took);
    await page.context().close();
  }
  console.log(`${OPENED} events open: ${openings.map(ms).join(', ')}`);

  const page = await auditorPage(browser, session);
  // a proof of so many events takes a hundred requests, which would share the processor
  await page.route('**/api/proof/**', (route) => route.abort());
  await page.goto(`/audit/streams/${long}`);
  await page.getByRole('heading', { name: `State at event ${SCRUBBED - 1}` }).waitFor();
  const box = await page.locator('.strip-box').boundingBox();
  if (!box) throw new Error('there is no timeline');
  /** Moves the pointer by one step in each frame; the time that React and the browser spend between its event and the next paint. */
  const frames = await page.evaluate(
    async ({ moves, width }) => {
      const strip = document.querySelector('.strip-box') as HTMLElement;
      const { left, top } = strip.getBoundingClientRect();
      const send = (type: string, x: number) =>
        strip.dispatchEvent(
          new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: left + x, clientY: top + 10 }),
        );
      const work: number[] = [];
      const gaps: number[] = [];
      send('pointerdown', 100);
      let last = await new Promise<number>(requestAnimationFrame);
      for (let move = 0; move < moves; move++) {
        const began = performance.now();
        send('pointermove', 100 + ((width - 120) * (move % 150)) / 150);
        // a message comes after the paint of this frame
        const now = await new Promise<number>(requestAnimationFrame);
        const channel = new MessageChannel();
        await new Promise<void>((resolve) => {
          channel.port1.onmessage = () => resolve();
          channel.port2.postMessage(null);
        });
        work.push(performance.now() - Math.max(began, now));
        gaps.push(now - last);
        last = now;
      }
      send('pointerup', 100);
      return { work, gaps };
    },
    { moves: MOVES, width: box.width },
  );
  console.log(
    `${SCRUBBED} events scrub: frames every ${ms(percentile(frames.gaps, 0.5))} (p95 ${ms(percentile(frames.gaps, 0.95))}), ` +
      `work in a frame ${ms(percentile(frames.work, 0.5))} (p95 ${ms(percentile(frames.work, 0.95))})`,
  );
} finally {
  await browser.close();
  await marketplace.close();
  rmSync(folder, { recursive: true, force: true });
}
