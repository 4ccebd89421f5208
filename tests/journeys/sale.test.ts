import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, onTestFailed, test } from 'vitest';
import { checkScreen, keepPicture, useBrowser } from '../support/browser.ts';
import { useMarketplace } from '../support/marketplace.ts';
import { PASSWORD, signIn, visitors } from './people.ts';

const TITLE = 'Vharoth, Red Wyrm of the Pass';
const PHOTOS = ['redDragon-1', 'whiteDragon-1', 'greenDragon-1'];
const SELLER = 'ruiz@example.com';

const photo = (name: string) => ({
  name: `${name}.webp`,
  mimeType: 'image/webp',
  buffer: readFileSync(new URL(`../../infrastructure/demo/photos/${name}.webp`, import.meta.url)),
});

const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** One sale from the first visit to the payout, each step in a real browser, by two people who never meet. */
describe('a sale, from registration to payout', () => {
  const market = useMarketplace();
  const open = useBrowser();
  const { visit } = visitors(market, open);
  let seller: Page;
  let buyer: Page;
  let visitor: Page;

  beforeAll(async () => {
    const url = market().marketplace.publicUrl;
    [seller, buyer, visitor] = (await Promise.all(
      [open(url), open(url), open(url)].map(async (opened) => (await opened).page),
    )) as [Page, Page, Page];
  });

  let broken = false;
  beforeEach(({ skip }) => {
    skip(broken, 'an earlier step of the journey failed');
    onTestFailed(async () => {
      broken = true;
      for (const [page, name] of [
        [seller, 'seller'],
        [buyer, 'buyer'],
        [visitor, 'visitor'],
      ] as const)
        await keepPicture(page, `failed-${name}`);
    });
  });

  test('the seller registers, verifies the address and signs in', async () => {
    await seller.goto('/register');
    await seller.getByLabel('Username').fill('atelier_ruiz');
    await seller.getByLabel('Email').fill(SELLER);
    await seller.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await seller.getByLabel('Country').selectOption('Spain');
    await seller.getByRole('checkbox').check();
    await checkScreen(seller, 'register');
    await seller.getByRole('button', { name: 'Join the Sacred Archives' }).click();
    await seller.waitForURL('**/registration-success');
    await says(seller, SELLER);

    const token = await market().tokenFrom(SELLER, 'verify-email');
    await seller.goto(`/verify-email?token=${token}`);
    await says(seller, 'Email verified successfully!');
    await seller.waitForURL('**/listings');
    await seller.getByRole('button', { name: /Profile menu/ }).click();
    await seller.getByRole('menuitem', { name: 'Logout' }).click();
    await seller.getByRole('link', { name: 'Login' }).first().waitFor();
    await signIn(seller, SELLER);
    await seller.getByRole('heading', { name: 'Sacred Repository' }).waitFor();
  });

  test('becomes a seller: terms, then bank details pasted with spaces', async () => {
    await visit(seller, '/listings/create');
    await seller.getByRole('heading', { name: 'Create New Listing' }).waitFor();
    await checkScreen(seller, 'seller-gate');
    await seller.getByRole('link', { name: 'Become a Seller' }).click();
    await seller.waitForURL('**/settings?tab=seller');
    await checkScreen(seller, 'become-a-seller');
    await seller.getByRole('checkbox').check();
    await seller.getByRole('button', { name: 'Become a Seller' }).click();
    await says(
      seller,
      'Congratulations! You are now a seller. Please provide your bank information to receive payments.',
    );

    await seller.getByLabel('Account holder').fill('Alba Ruiz');
    await seller.getByLabel('IBAN').fill('es91 2100 0418 4502 0005 1332');
    await seller.getByLabel('Bank name').fill('Banco de Ejemplo');
    await checkScreen(seller, 'bank-details');
    await seller.getByRole('button', { name: 'Save bank details' }).click();
    await says(seller, 'Bank details updated successfully');
    await says(seller, 'Verified seller');
    expect(await seller.getByText('ES91 2100 0418 4502 0005 1332').count()).toBe(0);
    await checkScreen(seller, 'seller-account');

    await seller.getByRole('tab', { name: 'Shipping' }).click();
    await seller.getByLabel('EU and UK rate (€)').fill('140');
    await says(seller, 'Shipping rates cannot exceed €100');
    expect(await seller.getByLabel('EU and UK rate (€)').inputValue()).toBe('100');
    await seller.getByLabel('EU and UK rate (€)').fill('15');
    await seller.getByRole('button', { name: 'Save rates' }).click();
    await says(seller, 'Shipping rates updated successfully');
    await checkScreen(seller, 'shipping-settings');
  });

  test('lists a miniature with photos in the chosen order and the 40K wargame preselected [D1-113] [D1-191] [D1-309]', async () => {
    await visit(seller, '/listings/create');
    await seller.getByRole('heading', { name: 'Offer your Miniatures' }).waitFor();
    await seller.getByRole('button', { name: 'Create Listing' }).click();
    await says(seller, 'Title is required');

    await seller.getByLabel('Title').fill(TITLE);
    expect(await seller.getByLabel('Franchise').locator('option:checked').textContent()).toBe('Warhammer 40,000');
    await seller.getByLabel('Franchise').selectOption({ label: 'Dungeons & Dragons' });
    await seller.getByLabel('Main faction').selectOption('Dragons');
    await seller.getByLabel('Condition').selectOption('Pro-painted');
    await seller.getByLabel('Paint quality').selectOption('Competition Quality');
    await seller.getByLabel('Price (€)').fill('148');
    await seller
      .getByLabel('Description')
      .fill('Vharoth took most of a winter: six glazes on the scales.\n\nOne hairline crack at the left horn.');
    await seller
      .getByLabel('Add photos')
      .setInputFiles([photo('whiteDragon-1'), photo('redDragon-1'), photo('greenDragon-1')]);
    await seller.getByRole('button', { name: 'Move photo 2 earlier' }).click();
    await checkScreen(seller, 'create-listing');
    await seller.getByRole('button', { name: 'Create Listing' }).click();
    await seller.waitForURL('**/listings/my-listings');
    await seller.getByRole('link', { name: TITLE, exact: true }).waitFor();
    await checkScreen(seller, 'my-listings');

    const [published] = (await seller.evaluate(async () => {
      const answer = await fetch('/api/listings/user', {
        headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
      });
      return answer.json();
    })) as { images: unknown[] }[];
    expect(published?.images).toHaveLength(PHOTOS.length);
  });

  test('a visitor finds it by search and reads its public page', async () => {
    await visitor.goto('/');
    await visitor.getByRole('searchbox').first().fill('vharoth');
    await visitor.getByRole('link', { name: TITLE, exact: true }).click();
    await visitor.waitForURL('**/public/listings/*');
    await visitor.getByRole('heading', { name: TITLE }).waitFor();
    await visitor.getByRole('link', { name: 'Login to Buy' }).waitFor();
    await checkScreen(visitor, 'public-listing');
  });

  test('the buyer signs in, searches and pays on the provider’s page', async () => {
    const marta = await market().member('marta_v', { country: 'Netherlands' });
    await signIn(buyer, marta.email, marta.password);
    await buyer.getByLabel('Search offerings').fill('vharoth');
    await buyer.getByRole('link', { name: `Details of ${TITLE}` }).click();
    await buyer.getByRole('heading', { level: 1, name: TITLE }).waitFor();
    await checkScreen(buyer, 'listing');

    await buyer.getByRole('button', { name: 'Buy Now' }).click();
    const dialog = buyer.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Review purchase' }).waitFor();
    await dialog.getByText('€171.15').first().waitFor();
    await checkScreen(buyer, 'purchase-review');
    await dialog.getByRole('button', { name: 'Continue to shipping' }).click();
    await dialog.getByRole('heading', { name: 'Shipping information' }).waitFor();

    await dialog.getByLabel('Country').selectOption('Spain');
    await dialog.getByText('€161.15').first().waitFor();
    await dialog.getByLabel('Country').selectOption('Netherlands');
    await dialog.getByText('€171.15').first().waitFor();
    await dialog.getByLabel('Full name').fill('Marta Vidal');
    await dialog.getByLabel('Street address', { exact: true }).fill('Oudegracht 214');
    await dialog.getByLabel('Postal code').fill('3511 NR');
    await dialog.getByLabel('City').fill('Utrecht');
    await checkScreen(buyer, 'purchase-shipping');
    await dialog.getByRole('button', { name: 'Continue to payment' }).click();

    await buyer.waitForURL('**/simulated-provider/checkout/**');
    await buyer.getByText('€171.15').first().waitFor();
    await buyer.getByRole('button', { name: /Confirm payment/ }).click();
    await says(buyer, 'Payment completed successfully');
    await buyer.waitForURL('**/transactions');
    await buyer.getByRole('heading', { name: TITLE }).waitFor();
    await says(buyer, 'Awaiting Shipping');
    await checkScreen(buyer, 'purchases');
  });

  test('the seller sees the sale and confirms shipment with a tracking code', async () => {
    await visit(seller, '/dashboard');
    await seller.getByRole('heading', { name: 'Waiting for you' }).waitFor();
    await seller.getByRole('link', { name: `Confirm shipment: ${TITLE}` }).waitFor();
    await checkScreen(seller, 'dashboard');

    await visit(seller, '/transactions?tab=sales');
    await seller.getByRole('link', { name: `View Details of ${TITLE}` }).click();
    await seller.getByRole('heading', { name: 'What happens next' }).waitFor();
    await says(seller, 'Oudegracht 214');
    await checkScreen(seller, 'sale-to-ship');

    await seller.getByRole('button', { name: 'Confirm shipment' }).click();
    const dialog = seller.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Confirm shipment' }).click();
    await dialog.getByText('A tracking code is required for items over €100').waitFor();
    await checkScreen(seller, 'confirm-shipment');
    await dialog.getByLabel('Tracking code').fill('ES 4471 0925 NL');
    await dialog.getByLabel('Carrier').fill('Correos');
    await dialog.getByRole('button', { name: 'Confirm shipment' }).click();
    await says(seller, 'Shipment confirmed successfully');
    await seller.getByText('In Escrow').first().waitFor();
  });

  test('the buyer reads what happens next, confirms arrival and rates', async () => {
    await buyer.getByRole('link', { name: `View Details of ${TITLE}` }).click();
    await says(buyer, 'Escrow ends on');
    await says(buyer, '€163.00 is released to the seller.');
    await checkScreen(buyer, 'sale-in-escrow');

    await buyer.getByRole('button', { name: 'Confirm arrival' }).click();
    const confirm = buyer.getByRole('alertdialog');
    await confirm
      .getByText('Are you sure you want to confirm the arrival of this item? This action cannot be undone.')
      .waitFor();
    await checkScreen(buyer, 'confirm-arrival');
    await confirm.getByRole('button', { name: 'Confirm arrival' }).click();
    await says(buyer, "Delivery confirmed successfully Don't forget to rate the seller!");
    await says(buyer, 'Ready for Payout');

    await buyer.getByRole('button', { name: 'Rate seller' }).click();
    await buyer.getByRole('dialog').getByRole('radio', { name: '4 stars' }).check({ force: true });
    await checkScreen(buyer, 'rate-seller');
    await buyer.getByRole('dialog').getByRole('button', { name: 'Submit rating' }).click();
    await says(buyer, 'Rating submitted successfully');
    expect(await buyer.getByRole('button', { name: 'Rate seller' }).count()).toBe(0);
  });

  test('the payout run pays the seller, and both see the complete timeline', async () => {
    // past the payout run of the second business day and the bank’s answer
    await market().passDays(7);
    for (const [page, name] of [
      [buyer, 'completed-buyer'],
      [seller, 'completed-seller'],
    ] as const) {
      const timeline = page.getByRole('region', { name: 'Transaction Timeline' });
      for (const event of [
        'Purchase created',
        'Payment received',
        'Shipment confirmed',
        'Arrival confirmed',
        'Payout sent',
        'Paid out',
      ])
        await timeline.getByText(event, { exact: true }).waitFor();
      await page.getByText('Completed').first().waitFor();
      await checkScreen(page, name);
    }
    await seller.goto('/dashboard');
    await seller.getByText('(1 review)').waitFor();
    await checkScreen(seller, 'dashboard-after');
  });
});
