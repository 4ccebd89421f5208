import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { succeeded } from '#infrastructure/demo/client.ts';
import { type Sold, sales } from '../http/sale.ts';
import { keepPicture, NARROW, useBrowser, WIDE } from '../support/browser.ts';
import { type Member, useMarketplace } from '../support/marketplace.ts';
import { visitors } from './people.ts';

const RATIONALE = `The photos show the break. The carrier's page is https://carrier.example/${'track-'.repeat(14)}3STEST.`;

const WIDTHS = [300, 336, 480, 640];

/** What the right column of a case cuts off, or what leaves its panel. Runs in the page. */
const beyondThePanels = (): string[] => {
  const column = document.querySelector('.case-actions');
  if (!column) throw new Error('no column of actions');
  const read = [...column.querySelectorAll('p, b, button, a, th, td, dt, dd, time, blockquote, summary, label, input')];
  const cut = read.filter((one) => {
    const panel = one.closest('.panel') ?? column;
    const { right } = one.getBoundingClientRect();
    return one.checkVisibility() && right > panel.getBoundingClientRect().right + 1;
  });
  return [
    ...(column.scrollWidth > column.clientWidth
      ? [`the column, by ${column.scrollWidth - column.clientWidth} px`]
      : []),
    ...cut.map((one) => `${one.tagName} “${one.textContent?.trim().slice(0, 60)}”`),
  ];
};

describe('the screen of a case', () => {
  const market = useMarketplace({ transparency: { signer: undefined, headEvery: 0, witnesses: [] } });
  const { shipped, photographed } = sales(market);
  const { enter, visit } = visitors(market, useBrowser());
  let [buyer, seller, clerk] = [] as unknown as Member[];
  let desk: Page;

  const disputed = async (price: string): Promise<Sold> => {
    const sold = await shipped(buyer as Member, seller as Member, price);
    const evidence = await photographed(buyer as Member, sold);
    const claim = { category: 'DAMAGED', claim: 20, text: 'A wing is broken off.', evidence };
    succeeded(await (buyer as Member).post(`transaction/${sold.id}/dispute`, claim), 'the dispute');
    const answer = { text: 'It was whole when I packed it.' };
    succeeded(await (seller as Member).post(`transaction/${sold.id}/dispute/contest`, answer), 'the answer');
    await market().settle();
    return sold;
  };

  beforeAll(async () => {
    [buyer, seller, clerk] = await Promise.all([
      market().member('marta_v'),
      market().seller('kessler'),
      market().staff('first_clerk'),
    ]);
    desk = await enter(clerk as Member, '/listings');
  });

  test('shows all of an undecided case at every width of the column, and leads to the decision on a phone', async () => {
    const sold = await disputed('50.00');
    await visit(desk, `/staff/cases/${sold.id}`);
    for (const width of WIDTHS) {
      await desk.evaluate((to) => localStorage.setItem('case-actions', String(to)), width);
      await desk.reload();
      await desk.getByRole('heading', { name: 'Other actions' }).waitFor();
      await desk.getByRole('radio', { name: 'Refund a part' }).check();
      await desk.getByLabel('Rationale').fill(RATIONALE);
      await desk
        .getByText(/^E-mail to the seller/)
        .first()
        .waitFor();
      expect(await desk.evaluate(beyondThePanels), `column of ${width} px`).toEqual([]);
    }
    const jump = desk.getByRole('link', { name: 'To the decision' });
    expect(await jump.isVisible()).toBe(false);
    await desk.setViewportSize(NARROW);
    await jump.click();
    const top = () => desk.locator('.decide').evaluate((panel) => panel.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThan(NARROW.height / 3);
    expect(await top()).toBeGreaterThan(0);
    expect(await desk.locator('.decide:focus').count()).toBe(1);
    await desk.setViewportSize(WIDE);
  });

  test('shows all of a proposal in its comment time at every width of the column', async () => {
    const sold = await disputed('300.00');
    const decision = { toBuyer: '20.00', rationale: RATIONALE };
    succeeded(await (clerk as Member).post(`transaction/${sold.id}/dispute/decide`, decision), 'the draft');
    await market().settle();
    await visit(desk, `/staff/cases/${sold.id}`);
    await desk.getByRole('heading', { name: 'Proposed decision' }).waitFor();
    await desk.getByRole('button', { name: 'Confirm decision' }).waitFor();
    for (const window of [1280, 1440]) {
      await desk.setViewportSize({ width: window, height: 900 });
      for (const width of WIDTHS) {
        await desk.evaluate((to) => localStorage.setItem('case-actions', String(to)), width);
        await desk.reload();
        await desk.getByRole('heading', { name: 'Other actions' }).waitFor();
        const confirm = desk.getByRole('button', { name: 'Confirm decision' });
        await confirm.waitFor();
        await desk.getByText('What would follow').click();
        await desk
          .getByText(/^E-mail to the seller/)
          .first()
          .waitFor();
        await keepPicture(desk, `case-proposed-${width}`);
        expect(await desk.evaluate(beyondThePanels), `column of ${width} px at ${window} px`).toEqual([]);
      }
    }
    await desk.evaluate(() => localStorage.removeItem('case-actions'));
  });
});
