import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { succeeded } from '#infrastructure/demo/client.ts';
import { useBrowser } from '../support/browser.ts';
import { ADDRESS, useMarketplace } from '../support/marketplace.ts';
import { visitors } from './people.ts';

/** ms before each response begins, as on a train. */
const LATENCY = 400;
/** Frames from a press: a tenth of a second at 60 frames a second. */
const ANSWERED = 6;
/** ms from a press. */
const SKELETON = 300;

/** `at` in ms; `frame`: number of frames drawn before. */
type Moment = { at: number; frame: number; lit: boolean; waiting: boolean; error: boolean; title: string };

declare global {
  interface Window {
    /** The last press, and every change of the page since. */
    recorded: { pressed: Pick<Moment, 'at' | 'frame'>; moments: Moment[] };
  }
}

/** Records every frame and every change. Runs in the page before its own scripts. */
const record = (): void => {
  let frame = 0;
  const recorded: Window['recorded'] = { pressed: { at: 0, frame }, moments: [] };
  window.recorded = recorded;
  const isSeen = (one: Element) => getComputedStyle(one).opacity === '1' && one.checkVisibility();
  const look = () => {
    if (!document.body) return;
    const at = performance.now();
    const seen = {
      lit: document.querySelector('.underway, [aria-busy="true"]') !== null,
      waiting: [...document.querySelectorAll('main .skel, .screen-to-come .skel, .loading-screen')].some(isSeen),
      error: document.querySelector('main [role="alert"]') !== null,
      title: document.querySelector('h1')?.textContent ?? '',
    };
    const { at: _, frame: __, ...before } = recorded.moments.at(-1) ?? { at, frame };
    if (JSON.stringify(seen) !== JSON.stringify(before)) recorded.moments.push({ at, frame, ...seen });
  };
  addEventListener(
    'click',
    () => {
      recorded.pressed = { at: performance.now(), frame };
      recorded.moments = [];
    },
    true,
  );
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  const eachFrame = () => {
    frame++;
    look();
    requestAnimationFrame(eachFrame);
  };
  requestAnimationFrame(eachFrame);
};

const inWords = (moments: readonly Moment[]): string =>
  moments
    .map(({ at, frame, title, ...seen }) => {
      const what = (['lit', 'waiting', 'error'] as const).filter((one) => seen[one]).join(' ') || 'nothing';
      return `${Math.round(at)} ms, frame ${frame}: ${what}, “${title}”`;
    })
    .join('\n');

describe('with 400 ms before each response', () => {
  const market = useMarketplace();
  const { enter } = visitors(market, useBrowser());
  let page: Page;

  const button = (name: string) => page.getByRole('button', { name });
  const link = (name: string) => page.getByRole('link', { name });
  const beside = (name: string) => page.getByRole('navigation', { name: 'Command Center' }).getByRole('link', { name });
  const title = (name: string) => page.getByRole('heading', { level: 1, name });

  beforeAll(async () => {
    const [seller, marta] = await Promise.all([market().seller('ruiz'), market().member('marta_v')]);
    const { country: _, ...address } = ADDRESS;
    succeeded(await marta.put('user/shipping', address), 'the address');
    for (const name of ['Bone dragon', 'Ash knight']) await market().publish(seller, { title: name });
    page = await enter(marta);
    await page.addInitScript(record);
    await page.goto('/listings');
    await link('Details of Bone dragon').waitFor();
    const tools = await page.context().newCDPSession(page);
    await tools.send('Network.enable');
    await tools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  });

  /** Nothing is loading any more. */
  const isStill = () => page.waitForFunction(() => document.querySelector('.underway, .skel') === null);

  /** What the page showed from the press until `arrives`, with times in ms and frames from the press. */
  const pressed = async (target: Locator, arrives: Locator): Promise<Moment[]> => {
    await isStill();
    await target.click();
    await arrives.waitFor();
    return page.evaluate(() => {
      const { pressed: since, moments } = window.recorded;
      return moments.map(({ at, frame, ...seen }) => ({ ...seen, at: at - since.at, frame: frame - since.frame }));
    });
  };
  const isAnswered = (moments: readonly Moment[]): void => {
    const lit = moments.find((moment) => moment.lit);
    expect(lit?.frame, `answered in time\n${inWords(moments)}`).toBeLessThanOrEqual(ANSWERED);
  };

  test('opening a page responds at once, shows a skeleton when late, and never flickers', async () => {
    for (const [target, name] of [
      [link('Details of Bone dragon'), 'Bone dragon'],
      [beside('Messages'), 'Transmission Archives'],
      [beside('My Transactions'), 'My Transactions'],
      [beside('Dashboard Overview'), 'Dashboard Overview'],
    ] as const) {
      const moments = await pressed(target, title(name));
      isAnswered(moments);
      const shown = moments.findLastIndex((moment) => moment.title !== name) + 1;
      // later skeletons are of parts of the page, which may come after it
      const there = moments.findIndex(({ waiting }, at) => at >= shown && !waiting);
      const underway = there < 0 ? moments : moments.slice(0, there);
      const first = underway.findIndex(({ waiting }) => waiting);
      const waiting = underway[first];
      expect(waiting, `a skeleton before the page\n${inWords(moments)}`).toBeDefined();
      expect(waiting?.at, `no skeleton before its time\n${inWords(moments)}`).toBeGreaterThanOrEqual(SKELETON - 20);
      const gaps = underway.slice(first).filter((moment) => !moment.waiting || !moment.lit);
      expect(gaps, `no gap on the way to ${name}\n${inWords(moments)}`).toEqual([]);
    }
  });

  test('opening a dialog, a filter and the payment responds at once', async () => {
    await beside('Browse Listings').click();
    await page.getByText('2 offerings', { exact: true }).waitFor();
    isAnswered(await pressed(page.getByRole('checkbox', { name: /^Painted/ }), button('Remove filter Painted')));
    await pressed(link('Details of Ash knight'), button('Buy Now'));
    isAnswered(await pressed(button('Buy Now'), button('Buy and pay')));
    const paying = await pressed(button('Buy and pay'), page.getByText('Opening the checkout…'));
    isAnswered(paying);
    await page.waitForURL('**/simulated-provider/checkout/**');
  });

  test('a failing page waits, then fails, without flickering between the two', async () => {
    await page.goto('/dashboard');
    await title('Dashboard Overview').waitFor();
    await page.route(/\/api\/transaction/, (route) =>
      route.fulfill({ status: 500, json: { message: 'Something broke', code: 'broken' } }),
    );
    const failed = page.getByRole('main').getByRole('alert');
    const turns = (moments: readonly Moment[]): number =>
      moments.filter(({ error }, at) => error !== (moments[at - 1]?.error ?? false)).length;
    const first = await pressed(beside('My Transactions'), failed);
    isAnswered(first);
    expect(turns(first), inWords(first)).toBe(1);
    for (let again = 0; again < 2; again++) {
      await isStill();
      const answered = page.waitForResponse(/\/api\/transaction/);
      await failed.getByRole('button', { name: 'Try again' }).click();
      await answered;
      await failed.waitFor();
      await isStill();
      const moments = await page.evaluate(() => window.recorded.moments);
      expect(turns(moments), inWords(moments)).toBe(3);
    }
    await page.unroute(/\/api\/transaction/);
  });
});
