import type { Page, Route } from 'playwright-core';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { keepPicture, NARROW, useBrowser, WIDE } from '../support/browser.ts';
import { useMarketplace } from '../support/marketplace.ts';
import { largeLettersFit } from '../support/screenShape.ts';
import { visitors } from './people.ts';
import { differing } from './pixels.ts';

const WIDTHS = [NARROW, { width: 768, height: 1024 }, WIDE];
const STATES = ['empty', 'failed', 'refused', 'offline', 'loading'] as const;
type State = (typeof STATES)[number];

/** Pixels of difference between two cards of equal size without text: frame, background and mark. */
const LEAST_DIFFERENCE = 200;

/** The same screen and request with five outcomes that nobody should confuse. */
describe('the states empty, failed, refused, offline and loading', () => {
  const market = useMarketplace();
  const { enter, visit } = visitors(market, useBrowser({ drawn: true }));
  let page: Page;

  beforeAll(async () => {
    page = await enter(await market().member('marta_v'), '/listings');
    await page.getByText('No offerings found matching your criteria.').waitFor();
  });
  afterEach(async () => {
    await page.context().setOffline(false);
    await page.unroute(/\/api\/listings\?/);
  });

  const answered: Record<State, (route: Route) => Promise<unknown> | unknown> = {
    empty: (route) => route.continue(),
    failed: (route) => route.fulfill({ status: 500, json: { message: 'Something broke', code: 'broken' } }),
    refused: (route) => route.fulfill({ status: 403, json: { message: 'Not for you', code: 'forbidden' } }),
    offline: (route) => route.abort('internetdisconnected'),
    loading: () => undefined,
  };

  const opened = async (state: State): Promise<void> => {
    await visit(page, '/dashboard');
    await page.getByRole('heading', { level: 1, name: 'Dashboard Overview' }).waitFor();
    await page.route(/\/api\/listings\?/, answered[state]);
    if (state === 'offline') await page.context().setOffline(true);
    await visit(page, `/listings?search=${state}`);
    if (state === 'loading')
      await page.waitForFunction(() => {
        const drawn = document.querySelector('.grid-cards .skel');
        return drawn !== null && getComputedStyle(drawn).opacity === '1';
      });
    else await page.locator('.state').waitFor();
  };

  /** The drawing without text, at a fixed height because the texts differ in length. */
  const looks = async (): Promise<Buffer> => {
    const bare = await page.addStyleTag({
      content:
        '.state > *, .grid-cards .card-body { visibility: hidden } .state, .grid-cards { height: 16rem; overflow: hidden }',
    });
    const picture = await page.locator('.state, .grid-cards').first().screenshot({ animations: 'disabled' });
    await bare.evaluate((style) => (style as unknown as Element).remove());
    return picture;
  };

  test('look different at 360, 768 and 1280 px, even without words', async () => {
    const pictures = new Map<string, Buffer>();
    for (const state of STATES) {
      await opened(state);
      for (const size of WIDTHS) {
        await page.setViewportSize(size);
        await keepPicture(page, `state-${state}`, size.width);
        pictures.set(`${state} ${size.width}`, await looks());
      }
      await page.context().setOffline(false);
      await page.unroute(/\/api\/listings\?/);
      await page.setViewportSize(WIDE);
    }
    for (const { width } of WIDTHS)
      for (const [place, one] of STATES.entries())
        for (const other of STATES.slice(place + 1)) {
          const [first, second] = [one, other].map((state) => pictures.get(`${state} ${width}`)!) as [Buffer, Buffer];
          expect((await sharp(first).metadata()).width).toBeGreaterThan(width / 4);
          expect(await differing(first, second), `${one} and ${other} at ${width} px`).toBeGreaterThan(
            LEAST_DIFFERENCE,
          );
        }
  });

  test('fit a phone with large letters while a panel loads', async () => {
    await page.setViewportSize(NARROW);
    await page.route(/\/api\/seller\//, () => undefined);
    await visit(page, '/settings?tab=seller');
    await page.locator('.panel .skel').first().waitFor({ state: 'attached' });
    const ends = await page
      .locator('.panel .form-grid > .skel')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
    expect(ends.length).toBeGreaterThan(2);
    expect(ends, 'each below the one before').toEqual([...new Set(ends)].sort((one, other) => one - other));
    await largeLettersFit(page, 'a panel on its way');
    await page.unroute(/\/api\/seller\//);
    await page.setViewportSize(WIDE);
  });
});
