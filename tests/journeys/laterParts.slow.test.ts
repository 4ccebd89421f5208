import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { sales } from '../http/sale.ts';
import { checkScreen, keepPicture, useBrowser } from '../support/browser.ts';
import { BUILT, builtLoader, filesOf, type LaterPart, laterParts, readManifest } from '../support/builtParts.ts';
import { type Member, useMarketplace } from '../support/marketplace.ts';
import { visitors } from './people.ts';

const SCRIPTS = '**/assets/*.js';

const market = useMarketplace();
const open = useBrowser();
const { enter } = visitors(market, open);
const { shipped } = sales(market);

let seller: Member;
let buyer: Member;
beforeAll(async () => {
  [seller, buyer] = [await market().seller('kessler'), await market().member('marta_v')];
});

const nameIn = (route: Route): string => new URL(route.request().url()).pathname.replace('/assets/', '');

/** The files named by the page itself are its first load. */
const html = readFileSync(join(BUILT, 'index.html'), 'utf8');
const isFirst = (name: string): boolean => new RegExp(`(src|href)="/assets/${name}"`).test(html);

/** Fails the first request of each later file. @returns the names of these files */
const loseFirst = async (context: BrowserContext): Promise<Set<string>> => {
  const lost = new Set<string>();
  await context.route(SCRIPTS, (route) => {
    const name = nameIn(route);
    if (isFirst(name) || lost.has(name)) return route.fallback();
    lost.add(name);
    return route.abort('connectionreset');
  });
  return lost;
};

/** All files of the build once each, after the file that imports them. */
const inWaves = (): LaterPart[][] => {
  const manifest = readManifest();
  const nameOf = new Map(Object.entries(manifest).map(([name, { file }]) => [file, name]));
  const here = filesOf(manifest, 'index.html');
  const waves: LaterPart[][] = [];
  let left = laterParts();
  while (left.length > 0) {
    const wave = left.filter(({ from }) => here.has(from));
    if (wave.length === 0) throw new Error(`nothing asks for ${left.map(({ file }) => file).join()}`);
    for (const { file } of wave) filesOf(manifest, nameOf.get(file) ?? '', here);
    left = left.filter((part) => !wave.includes(part));
    waves.push([...new Map(wave.map((part) => [part.file, part])).values()]);
  }
  return waves;
};

/** Whether the document is the same as when `mark` was called. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { marked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'marked' in window);

describe('a page part whose first request is lost', () => {
  test('loads without a reload, for each part of the build', async () => {
    const { page, context } = await open(market().marketplace.publicUrl);
    const lost = await loseFirst(context);
    await page.goto('/terms');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const { file, name } = builtLoader();
    // as a string, because the compiler would replace import() here
    const failed: unknown = await page.evaluate(`(async () => {
      const { ${name}: load } = await import('/${file}');
      const failed = [];
      const come = ({ file, files }) =>
        load(() => import('/' + file), files).catch(({ message }) => failed.push(file + ': ' + message));
      for (const wave of ${JSON.stringify(inWaves())}) await Promise.all(wave.map(come));
      return failed;
    })()`);
    expect(failed).toEqual([]);
    expect(lost.size).toBeGreaterThan(100);
  });

  test('works: an arrival is confirmed with a toast, and being offline is shown', async () => {
    const transaction = await shipped(buyer, seller);
    const page = await enter(buyer);
    const lost = await loseFirst(page.context());
    await page.goto(`/transactions/${transaction.id}`);
    await mark(page);
    // found and pressed in one step, because on a slow machine the button may turn to “Loading…” in between
    await page.waitForFunction(() => {
      const buttons = [...document.querySelectorAll('button')];
      const button = buttons.find(({ textContent }) => textContent === 'Confirm arrival');
      button?.click();
      return button !== undefined;
    });
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Confirm arrival' }).click();
    await page.getByText(/^Delivery confirmed successfully/).waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline. What you see may be out of date.').waitFor();
    await page.context().setOffline(false);
    const expected = [/^member-/, /^TransactionDetail-/, /^ConfirmArrival-/, /^ToastRegion-/];
    for (const file of expected)
      expect(
        [...lost].some((name) => file.test(name)),
        String(file),
      ).toBe(true);
    expect(await isMarked(page)).toBe(true);
  });
});

test('a money button shows that it loads while its part is missing, and then works', async () => {
  const transaction = await shipped(buyer, seller);
  const page = await enter(buyer);
  let isGood = false;
  await page.route('**/assets/ConfirmArrival-*.js', (route) => (isGood ? route.fallback() : route.abort()));
  await page.goto(`/transactions/${transaction.id}`);
  // on a slow machine other buttons may be loading too
  const action = page.locator('.action').filter({ hasText: /Releases the money to the seller/ });
  const button = action.getByRole('button', { name: 'Loading…' });
  await button.waitFor();
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await keepPicture(page, 'later-button', width);
  }
  isGood = true;
  await page.getByRole('button', { name: 'Confirm arrival' }).click();
  await page.getByRole('alertdialog', { name: 'Confirm arrival' }).waitFor();
});

test('a message is shown plainly while its own part is missing', async () => {
  const page = await enter(buyer);
  await page.route(/\/assets\/(ToastRegion|dist|BellPanel)-/, (route) => route.abort());
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByText('No connection. Please check it and try again.').first().waitFor();
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await keepPicture(page, 'plain-message', width);
  }
});

test('a page with missing code says so and loads on retry without a reload', async () => {
  const page = await enter(buyer, '/dashboard');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await mark(page);
  let isGood = false;
  await page.route('**/assets/Messages-*.js', (route) => (isGood ? route.fallback() : route.abort()));
  await page.getByRole('link', { name: 'Messages' }).first().click();
  await page.getByRole('heading', { name: 'No connection' }).first().waitFor();
  await checkScreen(page, 'unreached');
  await page.setViewportSize({ width: 768, height: 900 });
  await keepPicture(page, 'unreached', 768);
  isGood = true;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Transmission Archives' }).waitFor();
  expect(await isMarked(page)).toBe(true);
});
