import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, onTestFailed, test } from 'vitest';
import { succeeded } from '#infrastructure/demo/client.ts';
import { type Sold, sales } from '../http/sale.ts';
import { keepPicture, useBrowser } from '../support/browser.ts';
import { ADDRESS, type Member, useMarketplace } from '../support/marketplace.ts';
import { everyStopIsSeen, haveOtherMarks, showsItsChoice } from './forcedColours.ts';
import { visitors } from './people.ts';

/** Side in px of a step’s mark. */
const MARK = 20;

/** In forced colours our backgrounds and shadows are not drawn: compare choices by pixels and the focus by its outline. */
describe('in forced colours', () => {
  const market = useMarketplace();
  const { enter, visit } = visitors(market, useBrowser({ drawn: true }));
  const { shipped } = sales(market);
  let [seller, buyer, auditor] = [] as unknown as [Member, Member, Member];
  let sold: Sold;
  let page: Page;

  const dialog = () => page.getByRole('dialog');
  const enters = async (person: Member, address: string): Promise<void> => {
    page = await enter(person);
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(() => document.querySelector('.skel') === null);
  };

  beforeAll(async () => {
    [seller, buyer, auditor] = await Promise.all([
      market().seller('ruiz'),
      market().member('marta_v'),
      market().member('oda_b'),
    ]);
    await market().grant(auditor, 'auditor');
    const { country: _, ...address } = ADDRESS;
    succeeded(await buyer.put('user/shipping', address), 'the address');
    sold = await shipped(buyer, seller);
    await enters(buyer, `/transactions/${sold.id}`);
  });
  beforeEach(() => onTestFailed(() => keepPicture(page, 'failed-forced')));

  test('a transaction shows past, current and future steps, and a focus ring at every stop', async () => {
    await page.getByRole('button', { name: 'Confirm arrival' }).waitFor();
    const steps = page.locator('.steps');
    const ofState = (state: string) => steps.locator(`li${state}:not(:last-child)`).last();
    await haveOtherMarks([ofState('.past'), ofState('.now'), ofState(':not(.past, .now)')], MARK);
    await keepPicture(page, 'forced-sale');
    await everyStopIsSeen(page);
  });

  test('a claim shows which amount is chosen', async () => {
    await page.getByRole('button', { name: 'Open a dispute' }).click();
    const another = dialog().getByRole('radio', { name: 'Another amount' });
    await showsItsChoice(another, () => another.check());
    await everyStopIsSeen(page);
    await keepPicture(page, 'forced-claim');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  test('a rating lights as many stars as are given', async () => {
    succeeded(await buyer.post(`transaction/${sold.id}/confirm-delivery`, {}), 'arrival');
    await page.getByRole('button', { name: 'Rate seller' }).click();
    const fourth = dialog().locator('.star-choice label').nth(3);
    for (const given of ['3 stars', '4 stars'])
      await showsItsChoice(fourth, () => dialog().getByRole('radio', { name: given }).check({ force: true }));
    await keepPicture(page, 'forced-stars');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  test('a tab shows that it is selected', async () => {
    await visit(page, '/transactions');
    const other = page.getByRole('tab', { selected: false }).first();
    const name = (await other.textContent()) ?? '';
    const tab = page.getByRole('tab', { name });
    await showsItsChoice(tab, () => tab.press('Enter'));
  });

  test('a listing and its checkout show the focus at every stop', async () => {
    const { _id } = await market().publish(seller, { title: 'Ash knight' });
    await visit(page, `/listings/${_id}`);
    await page.getByRole('button', { name: 'Buy Now' }).waitFor();
    await page.waitForFunction(() => document.querySelector('.skel') === null);
    await everyStopIsSeen(page);
    await keepPicture(page, 'forced-listing');
    await page.getByRole('button', { name: 'Buy Now' }).click();
    await dialog().getByRole('button', { name: 'Buy and pay' }).waitFor();
    await everyStopIsSeen(page);
    await dialog().getByRole('button', { name: 'Change the shipping address' }).click();
    await dialog().getByLabel('City').waitFor();
    await everyStopIsSeen(page);
    await keepPicture(page, 'forced-checkout');
  });

  test('the listing form shows the focus at every stop', async () => {
    await enters(seller, '/listings/create');
    await page.getByLabel('Title').waitFor();
    await everyStopIsSeen(page);
    await keepPicture(page, 'forced-listing-form');
  });

  test('a history shows the position of its slider', async () => {
    await enters(auditor, `/audit/streams/transaction-${sold.id}`);
    const slider = page.getByRole('slider', { name: 'Event' });
    const track = page.locator('.track input');
    await slider.press('End');
    await showsItsChoice(track, () => slider.press('Home'));
    await keepPicture(page, 'forced-slider');
    await slider.press('ArrowRight');
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/^Event 1\b/);
  });
});
