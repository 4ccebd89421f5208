import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { HOUR } from '#domain/shared/instants.ts';
import { sales } from '../http/sale.ts';
import { checkScreen, useBrowser } from '../support/browser.ts';
import { type Member, useMarketplace } from '../support/marketplace.ts';
import { visitors } from './people.ts';

/** Either party cancels a paid sale before shipment, and the buyer gets everything back: €50.00, fee €3.25, shipping €5.00. */
describe('a paid sale is cancelled', () => {
  const market = useMarketplace();
  const open = useBrowser();
  const { enter, visit } = visitors(market, open);
  const { paid } = sales(market);
  let seller: Member;
  let buyer: Member;
  let sellerPage: Page;
  let buyerPage: Page;

  beforeAll(async () => {
    [seller, buyer] = [await market().seller('kessler'), await market().member('marta_v')];
    [sellerPage, buyerPage] = [await enter(seller, '/transactions?tab=sales'), await enter(buyer, '/transactions')];
  });

  const refunded = async (page: Page) => {
    await market().settle();
    await page.locator('.tx-head .badge', { hasText: /refunded/i }).waitFor();
    const timeline = page.getByRole('region', { name: 'Transaction Timeline' });
    for (const event of ['Payment received', 'Sale cancelled', 'Refund requested', 'Refund completed'])
      await timeline.getByText(event, { exact: true }).waitFor();
  };

  test('by the seller from the list, with a reason in their own words', async () => {
    const sold = await paid(buyer, seller);
    await sellerPage.getByRole('button', { name: 'Cancel sale' }).click();
    const dialog = sellerPage.getByRole('dialog');
    await dialog.getByText('Are you sure you want to cancel this transaction? This will refund the buyer.').waitFor();
    await dialog.getByLabel('Reason for cancellation').selectOption({ label: 'Other' });
    await dialog.getByRole('button', { name: 'Cancel sale' }).click();
    await dialog.getByText('Please provide details for the cancellation reason').waitFor();
    await dialog.getByLabel('Details').fill('The left wing broke when I packed it');
    await dialog.getByText('The buyer gets €58.25 back, fee included.').waitFor();
    await checkScreen(sellerPage, 'cancel-sale');
    await dialog.getByRole('button', { name: 'Cancel sale' }).click();
    await sellerPage.getByText('Transaction cancellation initiated successfully!').waitFor();
    expect(await sellerPage.getByRole('button', { name: 'Cancel sale' }).count()).toBe(0);

    await visit(buyerPage, `/transactions/${sold.id}`);
    await refunded(buyerPage);
    await buyerPage
      .getByText(/The left wing broke when I packed it/)
      .first()
      .waitFor();
    await checkScreen(buyerPage, 'sale-refunded');
    expect(await buyerPage.getByRole('button', { name: /Confirm arrival|Rate seller|Pause/ }).count()).toBe(0);
  });

  test('by the buyer within an hour, without a reason, and the listing is on sale again', async () => {
    const sold = await paid(buyer, seller);
    await visit(buyerPage, `/transactions/${sold.id}`);
    await buyerPage.getByRole('button', { name: 'Cancel purchase' }).click();
    const dialog = buyerPage.getByRole('dialog');
    await dialog.getByText('You get €58.25 back, fee included. Refunds usually take 5 to 7 business days.').waitFor();
    expect(await dialog.getByLabel('Reason for cancellation').count()).toBe(0);
    await checkScreen(buyerPage, 'cancel-purchase');
    await dialog.getByRole('button', { name: 'Cancel purchase' }).click();
    await buyerPage.getByText('Transaction cancellation initiated successfully!').waitFor();
    await refunded(buyerPage);
    await market().settle();
    await visit(buyerPage, `/listings/${sold.listing}`);
    await buyerPage.getByRole('button', { name: 'Buy Now' }).waitFor();
  });

  test('by the seller only, once the buyer’s hour is over', async () => {
    const sold = await paid(buyer, seller);
    await market().advance(HOUR + 1);
    await visit(buyerPage, `/transactions/${sold.id}`);
    await buyerPage.getByRole('heading', { name: 'What happens next' }).waitFor();
    expect(await buyerPage.getByRole('button', { name: 'Cancel purchase' }).count()).toBe(0);
    await visit(sellerPage, `/transactions/${sold.id}`);
    await sellerPage.getByRole('button', { name: 'Cancel sale' }).waitFor();
  });
});
