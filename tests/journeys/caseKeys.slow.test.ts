import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { succeeded } from '#infrastructure/demo/client.ts';
import { type Sold, sales } from '../http/sale.ts';
import { useBrowser } from '../support/browser.ts';
import { type Member, useMarketplace } from '../support/marketplace.ts';
import { visitors } from './people.ts';

const CASES = 20;
const SEEDED_AT_ONCE = 2;
const RATIONALE = 'The photos show the break.';

describe('a member of staff at the keyboard', () => {
  const market = useMarketplace({ transparency: { signer: undefined, headEvery: 0, witnesses: [] } });
  const { shipped } = sales(market);
  const { enter } = visitors(market, useBrowser());
  let desk: Page;
  let disputed: Sold[];

  beforeAll(async () => {
    const [buyer, seller, clerk] = (await Promise.all([
      market().member('marta_v'),
      market().seller('kessler'),
      market().staff('first_clerk'),
    ])) as [Member, Member, Member];
    const dispute = async (): Promise<Sold> => {
      const sold = await shipped(buyer, seller, '30.00');
      const claim = { category: 'DAMAGED', claim: 20, text: 'A wing is broken off.', evidence: [] };
      succeeded(await buyer.post(`transaction/${sold.id}/dispute`, claim), 'the dispute');
      const answer = { text: 'It was whole when I packed it.' };
      succeeded(await seller.post(`transaction/${sold.id}/dispute/contest`, answer), 'the answer');
      return sold;
    };
    disputed = [];
    while (disputed.length < CASES)
      disputed.push(...(await Promise.all(Array.from({ length: SEEDED_AT_ONCE }, dispute))));
    await market().settle();
    desk = await enter(clerk, '/staff');
  });

  test('sees every column of the queue and of the timeline, whatever the width', async () => {
    await desk.getByText(`Cases 1 to ${CASES} of ${CASES}`).waitFor();
    const beyond = (name: string) =>
      desk.getByRole('region', { name }).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    const fits = async (name: string) => {
      for (const width of [360, 768, 1024, 1280]) {
        await desk.setViewportSize({ width, height: 900 });
        await expect.poll(() => beyond(name), { message: `${name} at ${width} px` }).toBe(0);
      }
    };
    await fits('Open cases');
    const [sold] = disputed;
    await desk.goto(`/staff/cases/${sold!.id}`);
    await desk.getByRole('region', { name: 'Events of the sale' }).waitFor();
    await fits('Events of the sale');
    await desk.goto('/staff');
  });

  test('decides twenty cases, each on one screen and with three keys beside the text', async () => {
    await desk.getByText(`Cases 1 to ${CASES} of ${CASES}`).waitFor();
    await desk.keyboard.press('j');
    await desk.keyboard.press('o');
    const decided = new Set<string>();
    for (let left = CASES; left > 0; left--) {
      await desk.waitForURL((url) => url.pathname.startsWith('/staff/cases/') && !decided.has(url.pathname));
      const { pathname } = new URL(desk.url());
      decided.add(pathname);
      await desk.getByRole('radio', { name: 'Refund everything', checked: false }).waitFor();
      await desk.getByRole('heading', { name: 'Work on this case' }).waitFor();
      await desk.keyboard.press('3');
      await desk.locator('textarea:focus').waitFor();
      await desk.keyboard.type(RATIONALE);
      await desk.keyboard.press('Control+Enter');
      await desk.getByRole('alertdialog').getByText(RATIONALE).waitFor();
      await desk.keyboard.press('Control+Enter');
      if (left > 1) await desk.waitForURL((url) => url.pathname !== pathname);
    }
    await desk.getByRole('button', { name: 'Decide case' }).waitFor({ state: 'detached' });
    expect([...decided].sort()).toEqual(disputed.map(({ id }) => `/staff/cases/${id}`).sort());
  });
});
