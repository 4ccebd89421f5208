import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, onTestFailed, test } from 'vitest';
import { keepPicture, useBrowser } from '../support/browser.ts';
import { type Member, useMarketplace } from '../support/marketplace.ts';
import { choose, focusIsSeen, press, tabTo, write } from './keys.ts';

const TITLE = 'Vharoth, Red Wyrm of the Pass';
const OTHERS = 12;

const photo = (name: string) =>
  fileURLToPath(new URL(`../../infrastructure/demo/photos/${name}.webp`, import.meta.url));

const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const button = (at: Page | Locator, name: string | RegExp) => at.getByRole('button', { name });
const link = (at: Page | Locator, name: string | RegExp) => at.getByRole('link', { name });

/** A whole sale without a mouse: every press is a key, and the focus is always visible. */
describe('a sale by keyboard alone', () => {
  const market = useMarketplace();
  const open = useBrowser();
  let ruiz: Member;
  let marta: Member;
  let buyer: Page;
  let seller: Page;

  beforeAll(async () => {
    ruiz = await market().seller('ruiz', { country: 'Spain' });
    marta = await market().member('marta_v');
    for (let number = 1; number <= OTHERS; number++)
      await market().publish(ruiz, { title: `Figure ${number}`, condition: 'Built' });
    const url = market().marketplace.publicUrl;
    buyer = (await open(url)).page;
    seller = (await open(url)).page;
  });

  let broken = false;
  beforeEach(({ skip }) => {
    skip(broken, 'an earlier step of the journey failed');
    onTestFailed(async () => {
      broken = true;
      await keepPicture(buyer, 'keyboard-failed-buyer');
      await keepPicture(seller, 'keyboard-failed-seller');
    });
  });

  const signIn = async (page: Page, { email, password }: Member) => {
    await write(page, page.getByLabel('Email'), email);
    await write(page, page.getByLabel('Password', { exact: true }), password);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname !== '/login');
  };

  test('the seller signs in and lists a miniature, with photos put in order', async () => {
    await seller.goto('/login');
    await signIn(seller, ruiz);
    await seller.getByRole('heading', { name: 'Sacred Repository' }).waitFor();
    const side = seller.getByRole('navigation', { name: 'Command Center' });
    await press(seller, link(side, 'Create Listing'));
    await seller.getByRole('heading', { name: 'Offer your Miniatures' }).waitFor();

    const chooser = seller.waitForEvent('filechooser');
    await press(seller, seller.getByLabel('Add photos'));
    await (await chooser).setFiles([photo('whiteDragon-1'), photo('redDragon-1')]);
    await seller.getByAltText('photo 1: whiteDragon-1.webp').waitFor();
    await press(seller, button(seller, 'Move photo 2 earlier'));
    await seller.getByAltText('photo 1: redDragon-1.webp').waitFor();
    await focusIsSeen(seller);
    expect(await seller.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Move photo 1 earlier',
    );
    await write(seller, seller.getByLabel('Title'), TITLE);
    await choose(seller, seller.getByLabel('Franchise'), 'Dungeons');
    await choose(seller, seller.getByLabel('Main faction'), 'Dragons');
    await choose(seller, seller.getByLabel('Condition'), 'Pro-painted');
    await choose(seller, seller.getByLabel('Paint quality'), 'Competition');
    await write(seller, seller.getByLabel('Price (€)'), '48');
    await write(seller, seller.getByLabel('Description'), 'Six glazes on the scales.');
    await press(seller, button(seller, 'Create Listing'));
    await seller.waitForURL('**/listings/my-listings');
    await link(seller, TITLE).first().waitFor();
  });

  test('a visitor skips to the content, loads more, searches and signs in to buy', async () => {
    await buyer.goto('/');
    await buyer.getByText('Showing 12 listings').waitFor();
    await press(buyer, link(buyer, /^Skip to/));
    await press(buyer, button(buyer, 'Load More'));
    await buyer.getByText(`Showing ${OTHERS + 1} listings`).waitFor();
    const search = buyer.getByRole('searchbox').first();
    await tabTo(buyer, search, 'Shift+Tab');
    await buyer.keyboard.type('vharoth');
    await buyer.getByText('Showing 1 listing').waitFor();
    await press(buyer, link(buyer, `Details of ${TITLE}`));
    await buyer.waitForURL('**/public/listings/*');
    await press(buyer, link(buyer, 'Login to Buy'));
    await buyer.waitForURL('**/login**');
    await signIn(buyer, marta);
    await buyer.getByRole('heading', { name: TITLE }).waitFor();
  });

  test('a member opens and folds the panel, filters the offerings and returns to the listing', async () => {
    await press(buyer, button(buyer, 'Close Command Center'), ' ');
    await buyer.getByRole('navigation', { name: 'Command Center' }).waitFor({ state: 'hidden' });
    await focusIsSeen(buyer);
    await buyer.keyboard.press(' ');
    await press(buyer, link(buyer.getByRole('navigation', { name: 'Command Center' }), 'Browse Listings'));
    const status = (text: string) => buyer.getByRole('status').filter({ hasText: text }).waitFor();
    await status('Showing 12 offerings (Page 1 of 2)');
    await press(buyer, buyer.getByRole('checkbox', { name: 'Pro-painted' }), ' ');
    await status('Showing 1 offering');
    await write(buyer, buyer.getByLabel('Maximum price'), '60');
    await press(buyer, buyer.getByRole('checkbox', { name: 'Spain' }), ' ');
    await expect.poll(() => new URL(buyer.url()).search).toMatch(/condition=.*maxPrice=60|maxPrice=60.*condition=/);
    await status('Showing 1 offering');
    await press(buyer, button(buyer, 'Remove filter Pro-painted'));
    await status('Showing 12 offerings');
    await tabTo(buyer, buyer.getByLabel('Search offerings'), 'Shift+Tab');
    await write(buyer, buyer.getByLabel('Search offerings'), 'vharoth');
    await status('Showing 1 offering');
    await press(buyer, link(buyer, `Details of ${TITLE}`));
    await buyer.getByRole('heading', { name: TITLE }).waitFor();
  });

  test('a buyer purchases and pays on the provider’s page without losing the focus', async () => {
    const buy = button(buyer, 'Buy Now');
    const dialog = buyer.getByRole('dialog');
    await press(buyer, buy);
    await dialog.getByRole('heading', { name: 'Review purchase' }).waitFor();
    for (let stop = 0; stop < 5; stop++) {
      await buyer.keyboard.press('Tab');
      expect(await dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true);
    }
    await buyer.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => buy.evaluate((one) => one === document.activeElement)).toBe(true);
    await focusIsSeen(buyer);

    await buyer.keyboard.press('Enter');
    await press(buyer, button(dialog, 'Continue to shipping'));
    await dialog.getByRole('heading', { name: 'Shipping information' }).waitFor();
    await choose(buyer, dialog.getByLabel('Country'), 'Netherlands');
    for (const [label, text] of [
      ['Full name', 'Marta Vidal'],
      ['Street address', 'Oudegracht 214'],
      ['City', 'Utrecht'],
      ['Postal code', '3511 NR'],
    ] as const) {
      const field = dialog.getByLabel(label, { exact: true });
      await write(buyer, field, text);
    }
    await press(buyer, button(dialog, 'Continue to payment'));
    await buyer.waitForURL('**/simulated-provider/checkout/**');
    await press(buyer, button(buyer, /Confirm payment/));
    await says(buyer, 'Payment completed successfully');
    await buyer.waitForURL('**/transactions');
    await buyer.getByRole('heading', { name: TITLE }).waitFor();
  });

  test('the seller opens the transaction from the bell and confirms shipment', async () => {
    const bell = button(seller, /^Notifications, \d+ unread/);
    const unread = async () =>
      Number(/\d+/.exec((await button(seller, /^Notifications/).getAttribute('aria-label')) ?? '')?.[0] ?? 0);
    await press(seller, bell);
    const waiting = await unread();
    const panel = seller.getByRole('dialog', { name: 'Notifications' });
    await panel.waitFor();
    expect(await bell.getAttribute('aria-expanded')).toBe('true');
    await seller.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await expect.poll(() => bell.evaluate((one) => one === document.activeElement)).toBe(true);
    await focusIsSeen(seller);
    await seller.keyboard.press('Enter');
    await press(seller, panel.getByRole('listitem').getByRole('link').first());
    await seller.waitForURL('**/transaction/*');
    await expect.poll(unread).toBe(waiting - 1);

    await press(seller, button(seller, 'Confirm shipment'));
    const dialog = seller.getByRole('dialog');
    await write(seller, dialog.getByLabel('Tracking code'), 'ES 4471 0925 NL');
    await seller.keyboard.press('Enter');
    await says(seller, 'Shipment confirmed successfully');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => seller.evaluate(() => document.activeElement?.id)).toBe('main');
  });

  test('the buyer confirms arrival, rates with the arrow keys and writes to the seller', async () => {
    await press(buyer, link(buyer, `View Details of ${TITLE}`));
    await buyer.getByRole('heading', { name: 'What happens next' }).waitFor();
    await buyer.reload();
    await press(buyer, button(buyer, 'Confirm arrival'));
    const confirm = buyer.getByRole('alertdialog');
    await press(buyer, button(confirm, 'Confirm arrival'));
    await says(buyer, 'Ready for Payout');
    await confirm.waitFor({ state: 'detached' });

    await press(buyer, button(buyer, 'Rate seller'));
    const dialog = buyer.getByRole('dialog');
    await tabTo(buyer, dialog.getByRole('radio', { name: '5 stars' }));
    await buyer.keyboard.press('ArrowLeft');
    await dialog.getByText('Your rating: 4 out of 5').waitFor();
    await focusIsSeen(buyer);
    await press(buyer, button(dialog, 'Submit rating'));
    await says(buyer, 'Rating submitted successfully');
    await dialog.waitFor({ state: 'detached' });

    await press(buyer, button(buyer, 'Contact Seller'));
    await write(buyer, dialog.getByLabel('Message'), 'She has arrived, thank you.');
    await press(buyer, button(dialog, 'Send'));
    await buyer.waitForURL('**/messages/conversation/**');
    await says(buyer, 'She has arrived, thank you.');
  });
});
