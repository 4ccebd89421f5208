import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '#domain/shared/instants.ts';
import { succeeded } from '#infrastructure/demo/client.ts';
import { checkScreen, useBrowser } from '../support/browser.ts';
import { ADDRESS, type Member, useMarketplace } from '../support/marketplace.ts';
import { visitors } from './people.ts';

/** Detours of a sale: a refused payment, a late parcel, an archived listing. */
describe('detours of a sale', () => {
  const market = useMarketplace();
  const open = useBrowser();
  const { enter, visit } = visitors(market, open);
  let seller: Member;
  let buyer: Member;
  let page: Page;
  let sale: string;

  beforeAll(async () => {
    [seller, buyer] = [await market().seller('kessler'), await market().member('marta_v')];
    const { _id: listing } = await market().publish(seller);
    const bought = succeeded(
      await buyer.post('transaction', {
        listing,
        amount: 50,
        seller: seller.id,
        status: 'CREATED',
        paymentDetails: {},
      }),
      'buying',
    );
    sale = bought.transaction._id;
    page = await enter(buyer, `/transactions/${sale}`);
  });

  test('a purchase left at its second step continues, is refused by the bank and paid again', async () => {
    await checkScreen(page, 'sale-created');
    await page.getByRole('button', { name: 'Continue to shipping' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Shipping information' }).waitFor();
    await dialog.getByLabel('Full name').fill(ADDRESS.fullName);
    await dialog.getByLabel('Street address', { exact: true }).fill(ADDRESS.streetAddress1);
    await dialog.getByLabel('Postal code').fill(ADDRESS.postalCode);
    await dialog.getByRole('button', { name: 'Continue to payment' }).click();
    await dialog.getByText('City is required').waitFor();
    await dialog.getByLabel('City').fill(ADDRESS.city);
    await dialog.getByRole('button', { name: 'Continue to payment' }).click();

    await page.waitForURL('**/simulated-provider/**');
    await page.getByText('Pay with a declined card').click();
    await page.getByRole('button', { name: /Confirm payment/ }).click();
    await page.waitForURL(`**/transactions/${sale}`);
    await market().settle();
    await page.reload();
    await page.getByText('Your payment did not go through').waitFor();
    await checkScreen(page, 'sale-payment-failed');
    await page.goto(`/payment/complete?transaction_id=${sale}`);
    await page.getByRole('heading', { name: 'Your payment did not go through' }).waitFor();
    await checkScreen(page, 'payment-failed');

    await page.getByRole('button', { name: 'Pay again' }).click();
    await page.waitForURL('**/simulated-provider/**');
    await page.getByRole('button', { name: /Confirm payment/ }).click();
    await page.getByText('Payment completed successfully').waitFor();
    await page.waitForURL('**/transactions');
  });

  test('the payment page without a transaction says so and returns to the list [D2-093]', async () => {
    await page.goto('/payment/complete');
    await page.getByText('Payment verification failed: Missing transaction ID').waitFor();
    await page.waitForURL('**/transactions');
  });

  test('a pause is refused too early, works in the last days, and escrow resumes', async () => {
    succeeded(await seller.post(`transaction/${sale}/confirm-shipment`, {}), 'shipping');
    await visit(page, `/transaction/${sale}/pause-escrow`);
    await page.getByText('This transaction is not eligible for escrow pausing').waitFor();
    await checkScreen(page, 'pause-not-eligible');

    await market().advance(10 * DAY);
    await page.goto(`/transaction/${sale}/pause-escrow`);
    await page.getByLabel('Reason for pausing escrow').fill('It has not arrived');
    await checkScreen(page, 'pause-form');
    await page.getByRole('button', { name: 'Pause Escrow' }).click();
    await page
      .getByText(
        'Escrow period has been paused successfully. The funds will remain in escrow until you confirm receipt of the item.',
      )
      .waitFor();
    await page.getByText('Escrow period has been paused.', { exact: true }).waitFor();
    await checkScreen(page, 'paused');

    await page.getByRole('link', { name: 'View Transaction' }).first().click();
    await page.getByText('Escrow is currently paused').waitFor();
    await page.getByText('It has not arrived').waitFor();
    await checkScreen(page, 'sale-paused');
    await page.getByRole('button', { name: 'Resume escrow' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Resume escrow' }).click();
    await page.getByText('Escrow ends on').waitFor();
  });

  test('the owner edits and archives a listing; a stranger gets its page instead of the form [D1-137] [D1-138] [D1-346]', async () => {
    const { _id: listing } = await market().publish(seller, { title: 'Barrow guard' });
    await page.goto(`/listings/${listing}/edit`);
    await page.waitForURL(`**/listings/${listing}`);

    const own = await enter(seller, `/listings/${listing}`);
    await own.getByRole('button', { name: 'Your Listing' }).waitFor();
    expect(await own.getByRole('button', { name: 'Buy Now' }).count()).toBe(0);
    await checkScreen(own, 'own-listing');
    await own.getByRole('link', { name: 'Edit' }).click();
    await own.getByLabel('Title').fill('Barrow guard with scythe');
    await checkScreen(own, 'edit-listing');
    const chosen = own.getByRole('main').locator('form select option:checked');
    await expect
      .poll(() => chosen.allTextContents())
      .toEqual(['Dungeons & Dragons', 'Dragons', 'None', 'Painted', 'High Tabletop']);
    await own.getByRole('button', { name: 'Save changes' }).click();
    await own.waitForURL('**/listings/my-listings');
    await own.getByRole('link', { name: 'Edit Barrow guard with scythe' }).click();
    await own.getByRole('button', { name: 'Archive Listing' }).click();
    await own.getByRole('alertdialog').getByRole('button', { name: 'Archive Listing' }).click();
    await own.getByText('No active offerings found.').waitFor();
    await own.getByText('Create a new listing to begin your sacred trade.').waitFor();
    await checkScreen(own, 'my-listings-empty');
    await own.goto(`/listings/${listing}/edit`);
    await own.getByText('Only active listings can be edited').waitFor();
    await own.waitForURL('**/listings/my-listings');
  });
});
