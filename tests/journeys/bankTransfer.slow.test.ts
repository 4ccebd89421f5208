import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { succeeded } from '#infrastructure/demo/client.ts';
import { type Sold, sales } from '../http/sale.ts';
import { checkScreen, useBrowser } from '../support/browser.ts';
import { eventually, type Member, useMarketplace } from '../support/marketplace.ts';
import { visitors } from './people.ts';

/** The buyer’s card is closed, the refund fails, and staff pay by bank transfer. */
describe('a refund that cannot go back through the provider', () => {
  const market = useMarketplace({ transparency: { signer: undefined, headEvery: 0, witnesses: [] } });
  const { paid } = sales(market);
  const open = useBrowser();
  const { enter } = visitors(market, open);
  let [buyer, seller, first, second] = [] as unknown as Member[];

  const failedForGood = async (price: string): Promise<Sold> => {
    const { failRefunds } = market().marketplace.provider.controls;
    failRefunds(99);
    const sold = await paid(buyer as Member, seller as Member, price);
    succeeded(await (buyer as Member).post(`transaction/${sold.id}/cancel`, {}), 'cancelling');
    await market().settle();
    await market().passDays(8);
    await market().settle();
    for (const each of [buyer, seller, first, second] as Member[])
      await market().signIn(each.email, each.password, each);
    await eventually(async () => {
      const { refund } = (await (buyer as Member).get(`transaction/${sold.id}`)).body;
      return refund.state === 'failed' && refund.retryAt === null;
    });
    failRefunds(0);
    return sold;
  };

  beforeAll(async () => {
    const { member, seller: sellerOf, staff } = market();
    [seller, buyer, first, second] = await Promise.all([
      sellerOf('kessler'),
      member('marta_v'),
      staff('first_clerk'),
      staff('second_clerk'),
    ]);
  });

  const fill = async (desk: Page) => {
    await desk.getByLabel('Reference').fill('Reliquary refund');
    await desk.getByLabel('Rationale').fill('The card is closed. The buyer named an account on the phone.');
  };

  test('is recorded by staff with its reference, which the buyer reads', async () => {
    const sold = await failedForGood('50.00');
    const desk = await enter(first as Member, `/staff/cases/${sold.id}`);
    const panel = desk.getByRole('region', { name: 'Bank transfer' });
    await panel.getByText('€58.25').waitFor();
    await checkScreen(desk, 'staff-transfer');
    await desk.getByRole('button', { name: 'Record the bank transfer' }).click();
    await panel.getByText('A reference is required').waitFor();
    await checkScreen(desk, 'staff-transfer-empty');
    await fill(desk);
    await desk.getByRole('button', { name: 'Record the bank transfer' }).click();
    const dialog = desk.getByRole('alertdialog');
    await dialog.getByText('Reliquary refund').waitFor();
    await checkScreen(desk, 'staff-transfer-question');
    await dialog.getByRole('button', { name: 'Record it' }).click();
    await desk.getByText('Bank transfer recorded').first().waitFor();
    await panel.waitFor({ state: 'detached' });
    await checkScreen(desk, 'staff-transfer-done');

    const page = await enter(buyer as Member, `/transactions/${sold.id}`);
    await page.getByText('(“Reliquary refund”)').first().waitFor();
    await checkScreen(page, 'buyer-transfer');
  });

  test('above €500 is proposed by one member of staff and confirmed by another', async () => {
    const sold = await failedForGood('600.00');
    const desk = await enter(first as Member, `/staff/cases/${sold.id}`);
    await desk.getByRole('region', { name: 'Bank transfer' }).getByText('a second staff member').waitFor();
    await fill(desk);
    await checkScreen(desk, 'staff-transfer-dear');
    await desk.getByRole('button', { name: 'Propose the bank transfer' }).click();
    await desk.getByRole('button', { name: 'Propose it' }).click();
    await desk.getByRole('button', { name: 'Withdraw it' }).waitFor();
    const other = await enter(second as Member, `/staff/cases/${sold.id}`);
    await other.getByRole('region', { name: 'Proposed bank transfer' }).getByText('Reliquary refund').first().waitFor();
    await checkScreen(other, 'staff-transfer-proposed');
    await other.getByRole('button', { name: 'Confirm bank transfer' }).click();
    await other.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    await other.getByText('Bank transfer confirmed').first().waitFor();
    await eventually(async () => (await (buyer as Member).get(`transaction/${sold.id}`)).body.status === 'REFUNDED');
    expect(await other.getByRole('region', { name: 'Proposed bank transfer' }).count()).toBe(0);
  });
});
