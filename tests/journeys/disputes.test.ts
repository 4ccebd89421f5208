import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '#domain/shared/instants.ts';
import { succeeded } from '#infrastructure/demo/client.ts';
import { later } from '#tests/support/tier.ts';
import { sales } from '../http/sale.ts';
import { checkScreen, useBrowser } from '../support/browser.ts';
import { type Member, photo, useMarketplace } from '../support/marketplace.ts';
import { PASSWORD, visitors } from './people.ts';

const market = useMarketplace();
const { shipped, becomes } = sales(market);
const open = useBrowser();
const { enter, visit } = visitors(market, open);
let buyer: Member;
let seller: Member;
let buyers: Page;
let sellers: Page;

beforeAll(async () => {
  [seller, buyer] = [await market().seller('kessler'), await market().member('marta_v')];
  // one party in the light palette, the other with more contrast
  await buyer.put('user/appearance', { palette: 'light' });
  await seller.put('user/appearance', { contrast: 'more' });
  [buyers, sellers] = [await enter(buyer, '/transactions'), await enter(seller, '/transactions')];
});

const addPhoto = async (dialog: Locator, page: Page, name: string) => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Add photos' }).click(),
  ]);
  await chooser.setFiles({ name, mimeType: 'image/jpeg', buffer: await photo() });
  await dialog.getByRole('button', { name: 'Remove photo 1' }).waitFor();
};
const action = async (page: Page, name: string | RegExp) => {
  await page.getByRole('button', { name }).click();
  return page.getByRole('dialog');
};
/** Waits for this title of the panel "What happens next". */
const says = (page: Page, title: string) => page.getByRole('heading', { name: title, exact: true }).waitFor();
/** Waits until the picture itself has loaded. */
const isShown = (page: Page, name: RegExp) =>
  expect
    .poll(() =>
      page
        .getByRole('button', { name })
        .locator('img')
        .evaluate((image) => (image as HTMLImageElement).naturalWidth),
    )
    .toBeGreaterThan(0);

describe('a dispute that ends in a partial refund', () => {
  let transaction: string;

  test('the buyer opens it with a photo after reading the consequences', async () => {
    transaction = (await shipped(buyer, seller)).id;
    await visit(buyers, `/transactions/${transaction}`);
    await buyers.locator('html[data-palette="light"]').waitFor();
    await checkScreen(buyers, 'sale-in-escrow');
    const dialog = await action(buyers, 'Open a dispute');
    await dialog.getByRole('button', { name: 'Open a dispute' }).click();
    await dialog.getByText('Please select what is wrong').waitFor();
    await dialog.getByText('Please describe what is wrong').waitFor();
    await dialog.getByLabel('What is wrong?').selectOption('It arrived damaged');
    await dialog.getByLabel('Another amount').check();
    await dialog.getByLabel('Amount in euros').fill('57');
    await dialog.getByLabel('Tell us more').fill('The left wing is broken off at the shoulder.');
    await dialog.getByRole('button', { name: 'Open a dispute' }).click();
    await dialog.getByText('This amount is not possible.', { exact: false }).waitFor();
    await dialog.getByLabel('Amount in euros').fill('20');
    await dialog.getByText('€20.00 to you, €35.00 to the seller, the platform fee of €3.25 is kept.').waitFor();
    await addPhoto(dialog, buyers, 'wing.jpg');
    await checkScreen(buyers, 'dispute-open-dialog');
    await buyers.goBack();
    await dialog.waitFor({ state: 'hidden' });
    await says(buyers, 'Escrow Status');
    await action(buyers, 'Open a dispute');
    await dialog.getByText(/^You have a draft, saved in this browser on/).waitFor();
    await buyers.reload();
    await dialog.getByText(/^You have a draft, saved in this browser on/).waitFor();
    await checkScreen(buyers, 'dispute-open-draft');
    await dialog.getByLabel('Tell us more').fill('The left wing is broken off.');
    succeeded(await buyer.delete('user/sessions'), 'the end of all other sessions');
    await dialog.getByRole('button', { name: 'Open a dispute' }).click();
    await buyers.getByText(/^Authentication failed\. Please log in again\..* Your draft is kept\.$/).waitFor();
    await buyers.getByLabel('Email').fill(buyer.email);
    await buyers.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await buyers.getByRole('button', { name: 'Access System' }).click();
    await dialog.getByText(/^You have a draft, saved in this browser on/).waitFor();
    expect(await dialog.getByLabel('Tell us more').inputValue()).toBe('The left wing is broken off.');
    await dialog.getByLabel('Tell us more').fill('The left wing is broken off at the shoulder.');
    await dialog.getByRole('button', { name: 'Remove photo 1' }).waitFor();
    await dialog.getByText('€20.00 to you, €35.00 to the seller, the platform fee of €3.25 is kept.').waitFor();
    await dialog.getByRole('button', { name: 'Open a dispute' }).click();
    await says(buyers, 'The seller has to answer your dispute');
    await buyers.getByText('The left wing is broken off at the shoulder.').waitFor();
    await isShown(buyers, /^Photos by You, 1 of 1$/);
    await checkScreen(buyers, 'dispute-buyer-waits');
  });

  test('the seller reads it, sees the photo and offers a part', async () => {
    await sellers.goto(`/transactions/${transaction}`);
    await says(sellers, 'The buyer has opened a dispute');
    await isShown(sellers, /^Photos by marta_v, 1 of 1$/);
    await sellers.locator('html[data-contrast="more"]').waitFor();
    await checkScreen(sellers, 'dispute-seller-answers');
    const dialog = await action(sellers, 'Offer an amount');
    await dialog.getByLabel('Half of the claim, €10.00').check();
    await dialog.getByText('€10.00 to the buyer, €45.00 to you, the platform fee of €3.25 is kept.').waitFor();
    await checkScreen(sellers, 'dispute-offer-dialog');
    await dialog.getByRole('button', { name: 'Offer an amount' }).click();
    await says(sellers, 'Your offer of €10.00 is waiting for an answer');
  });

  test('the buyer accepts, and both see the refund and the rest', async () => {
    await says(buyers, 'kessler offers you €10.00');
    await checkScreen(buyers, 'dispute-offer-stands');
    const dialog = await action(buyers, 'Accept €10.00');
    await checkScreen(buyers, 'dispute-accept-dialog');
    await dialog.getByRole('button', { name: 'Accept €10.00' }).click();
    await buyers.getByText('€10.00 is on its way back to you.').waitFor();
    await buyers.getByText('The parties settled:').waitFor();
    await checkScreen(buyers, 'dispute-settled');

    await market().settle();
    const settled = await becomes(buyer, { id: transaction }, 'READY_FOR_PAYOUT');
    expect(settled.paymentDetails.status).toBe('partially_refunded');
    await sellers.getByText(/^€45\.00 is released to you\. The money leaves for your bank account on \d/).waitFor();
    await sellers.getByText('€10.00 went back to the buyer.').waitFor();
    await checkScreen(sellers, 'dispute-refunded-seller');
  });
});

describe('a dispute that staff decide', () => {
  test('the seller contests it with a photo, and both read the decision and its reasons', async () => {
    const { id } = await shipped(buyer, seller);
    const claim = { category: 'COUNTERFEIT', claim: 30, text: 'The base is a recast.' };
    expect((await buyer.post(`transaction/${id}/dispute`, claim)).status).toBe(200);
    await visit(buyers, `/transactions/${id}`);
    await visit(sellers, `/transactions/${id}`);
    const dialog = await action(sellers, 'Contest the claim');
    await dialog.getByLabel('Your answer').fill('Here is the invoice of the first owner.');
    await addPhoto(dialog, sellers, 'invoice.jpg');
    await dialog.getByRole('button', { name: 'Contest the claim' }).click();
    await says(sellers, 'Our staff review the dispute');
    await isShown(sellers, /^Photos by You, 1 of 1$/);
    await checkScreen(sellers, 'dispute-under-review');

    const staff = await market().staff('ida_b');
    const decision = { toBuyer: 0, rationale: 'The invoice names this very figure.' };
    expect((await staff.post(`transaction/${id}/dispute/decide`, decision)).status).toBe(200);
    for (const page of [buyers, sellers]) {
      await page.getByText('Decided by our staff:', { exact: true }).waitFor();
      await page.getByText('The invoice names this very figure.').waitFor();
    }
    await checkScreen(buyers, 'dispute-decided');
  });
});

later.describe('a return', () => {
  let transaction: string;

  test('is requested by the buyer and approved by the seller', async () => {
    transaction = (await shipped(buyer, seller)).id;
    await visit(buyers, `/transactions/${transaction}`);
    await visit(sellers, `/transactions/${transaction}`);
    const request = await action(buyers, 'Request a return');
    await request.getByLabel('Why do you want to return it?').fill('It is much smaller than I thought.');
    await checkScreen(buyers, 'return-request-dialog');
    await request.getByRole('button', { name: 'Request a return' }).click();
    await says(buyers, 'You have asked to return the item');
    await checkScreen(buyers, 'return-requested-buyer');

    await says(sellers, 'The buyer wants to return the item');
    await checkScreen(sellers, 'return-requested-seller');
    const approval = await action(sellers, 'Approve the return');
    await approval.getByRole('button', { name: 'Approve the return' }).click();
    await approval.getByText('Street address is required').waitFor();
    await approval.getByLabel('Full name').fill('Greta Kessler');
    await approval.getByLabel('Street address', { exact: true }).fill('Oude Gracht 12');
    await approval.getByLabel('Postal code').fill('3511 AA');
    await approval.getByLabel('City').fill('Utrecht');
    await checkScreen(sellers, 'return-approve-dialog');
    await approval.getByRole('button', { name: 'Approve the return' }).click();
    await says(sellers, 'The return is approved');
  });

  test('is sent back with its tracking code', async () => {
    await buyers.getByRole('button', { name: 'I have sent it back' }).waitFor();
    await buyers.getByText('Oude Gracht 12').waitFor();
    await checkScreen(buyers, 'return-approved-buyer');
    await buyers.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await buyers.getByRole('region', { name: 'Return' }).getByRole('button', { name: 'Copy the address' }).click();
    await buyers.getByText('Copied').waitFor();
    expect(await buyers.evaluate(() => navigator.clipboard.readText())).toBe(
      'Greta Kessler\nOude Gracht 12\n3511 AA Utrecht\nNetherlands',
    );
    const dialog = await action(buyers, 'I have sent it back');
    await dialog.getByRole('button', { name: 'I have sent it back' }).click();
    await dialog.getByText('A tracking code is required').waitFor();
    await dialog.getByLabel('Tracking code').fill('3SBACK0042');
    await dialog.getByRole('button', { name: 'I have sent it back' }).click();
    await says(buyers, 'The item is on its way back');
    await checkScreen(buyers, 'return-shipped-buyer');
  });

  test('is received by the seller, and everything is refunded', async () => {
    await sellers.getByText('3SBACK0042').waitFor();
    const refusal = await action(sellers, 'Reject the return');
    await refusal.getByLabel('What is wrong with it?').fill('Nothing, I wanted to see what is asked.');
    await refusal.getByRole('button', { name: 'Reject the return' }).click();
    await refusal.getByText('Evidence is required').waitFor();
    await checkScreen(sellers, 'return-reject-dialog');
    await refusal.getByLabel('It has not arrived').check();
    await refusal.getByLabel('What does the carrier say about the parcel?').waitFor();
    await refusal.getByText('Evidence is required').waitFor({ state: 'detached' });
    await checkScreen(sellers, 'return-not-arrived-dialog');
    await refusal.getByRole('button', { name: 'Not now' }).click();
    const dialog = await action(sellers, 'I have it back');
    await checkScreen(sellers, 'return-received-dialog');
    await dialog.getByRole('button', { name: 'I have it back' }).click();
    await sellers.getByText('€58.25 is on its way back to the buyer.').waitFor();
    await market().settle();
    await becomes(buyer, { id: transaction }, 'REFUNDED');
    await buyers.getByText('The money has gone back to you. Nothing more happens.').waitFor();
    await checkScreen(buyers, 'return-refunded');
  });
});

later.describe('after the escrow period', () => {
  test('a dispute takes the money back until the payout begins; later a claim goes to staff', async () => {
    const [sold, other] = [await shipped(buyer, seller), await shipped(buyer, seller)];
    await market().advance(12 * DAY + 1);
    await visit(buyers, `/transactions/${sold.id}`);
    const dialog = await action(buyers, 'Open a dispute');
    await dialog.getByLabel('What is wrong?').selectOption('It has not arrived');
    await dialog.getByLabel('Tell us more').fill('The parcel never came.');
    await dialog.getByRole('button', { name: 'Open a dispute' }).click();
    await says(buyers, 'The seller has to answer your dispute');
    await checkScreen(buyers, 'dispute-after-release');

    await market().passDays(8);
    await visit(buyers, `/transactions/${other.id}`);
    const claim = await action(buyers, 'Report a problem');
    await claim.getByLabel('What is wrong?').fill('The paint flakes off.');
    await checkScreen(buyers, 'late-claim-dialog');
    await claim.getByRole('button', { name: 'Report a problem' }).click();
    await buyers.getByText('A late claim was made by the buyer').waitFor();
  });

  test('the seller may turn to staff after a 7-day pause', async () => {
    const { id } = await shipped(buyer, seller);
    await market().advance(11 * DAY);
    expect((await buyer.post(`transaction/${id}/pause-escrow`, { reason: 'Not here yet' })).status).toBe(200);
    await market().advance(8 * DAY);
    await visit(sellers, `/transactions/${id}`);
    const dialog = await action(sellers, 'Open a dispute');
    await dialog.getByLabel('What happened?').fill('The carrier says that it was delivered.');
    await dialog.getByRole('button', { name: 'Open a dispute' }).click();
    await says(sellers, 'Our staff review the dispute');
    await checkScreen(sellers, 'dispute-by-seller');
  });
});
