import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { type Member, useMarketplace } from '../support/marketplace.ts';
import { signIn, visitors } from './people.ts';

const TITLE = 'Vharoth, Red Wyrm of the Pass';

/** WCAG relative luminance of "rgb(r, g, b)". */
const luminance = (colour: string): number => {
  const channels = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => Number(part) / 255);
  const [red = 1, green = 1, blue = 1] = channels.map((part) =>
    part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

describe('one evening of a collector', () => {
  const market = useMarketplace();
  const open = useBrowser();
  const { visit } = visitors(market, open);
  let page: Page;
  let seller: Member;
  let marta: Member;
  let listing: string;

  beforeAll(async () => {
    [seller, marta] = await Promise.all([market().seller('atelier_ruiz'), market().member('marta_v')]);
    listing = (await market().publish(seller, { title: TITLE, price: '148.00' }))._id;
    await market().publish(seller, { title: 'A plain goblin', price: '8.00', condition: 'Built' });
    page = (await open(market().marketplace.publicUrl)).page;
  });

  test('a visit from filters to purchase and dashboard stays in one document without a reload [D1-001] [D1-007] [D1-340]', async () => {
    await signIn(page, marta.email);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));

    await page.getByText('A plain goblin').first().waitFor();
    await page.getByRole('checkbox', { name: /^Painted/ }).click();
    await page.getByLabel('Minimum price').fill('100');
    await page.getByText('Showing 1 offering').first().waitFor();
    expect(await page.getByText('A plain goblin').count()).toBe(0);
    await page.getByRole('link', { name: `Details of ${TITLE}` }).click();

    await page.getByRole('button', { name: 'Contact Seller' }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill('Are the wings magnetised?');
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await page.waitForURL('**/messages/conversation/*');
    await page.getByRole('log').getByText('Are the wings magnetised?').waitFor();

    const form = new FormData();
    const answer = { recipientId: marta.id, listingId: listing, content: 'They are.' };
    for (const [name, value] of Object.entries(answer)) form.set(name, value);
    expect((await seller.call('POST', 'messages/send', { form })).status).toBe(201);
    await page.getByRole('log').getByText('They are.').waitFor();

    await page.getByRole('link', { name: 'Dashboard Overview' }).click();
    await page.getByRole('heading', { name: 'Dashboard Overview' }).waitFor();
    await page.getByRole('button', { name: /^Notifications/ }).click();
    const panel = page.getByRole('dialog', { name: 'Notifications' });
    await panel.getByRole('link').first().click();
    await page.waitForURL('**/messages');

    await page.getByRole('link', { name: 'Browse Listings' }).click();
    await page.getByRole('link', { name: `Details of ${TITLE}` }).click();
    await page.getByRole('button', { name: 'Buy Now' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Continue to shipping' }).click();
    await page.getByRole('heading', { name: 'Shipping information' }).waitFor();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });

  const OPEN: [string, RegExp][] = [
    ['/', /./],
    ['/about', /./],
    ['/faq', /./],
    ['/terms', /Terms/],
    ['/login', /Access the Archives|Trading Archives/],
    ['/register', /Join the Archives/],
    ['/forgot-password', /./],
    ['/nowhere-at-all', /./],
  ];
  const MEMBERS: [string, RegExp][] = [
    ['/listings', /Sacred Repository/],
    ['/listings/my-listings', /My Sacred Offerings/],
    ['/listings/create', /./],
    ['/messages', /Transmission Archives/],
    ['/dashboard', /./],
    ['/transactions', /./],
    ['/settings', /./],
    ['/faq-contact', /./],
  ];

  /** The tone as far as a machine can check it: dark, with inscription-like headings. */
  const inTone = async (at: Page, address: string, words: RegExp) => {
    await visit(at, address);
    const heading = at.locator('h1').first();
    // read everything at once, because a screen may replace its heading, as creating a listing does for members who do not sell
    const outOfTone = async (): Promise<string[]> => {
      const look = await heading.evaluate((element) => ({
        words: document.body.innerText,
        face: getComputedStyle(element).fontFamily,
        ink: getComputedStyle(element).color,
        ground: getComputedStyle(document.body).backgroundColor,
        scheme: getComputedStyle(document.documentElement).colorScheme,
      }));
      const wrong = {
        words: !words.test(look.words),
        face: !/Cinzel/.test(look.face),
        ink: !(luminance(look.ink) > 0.5),
        ground: !(luminance(look.ground) < 0.02),
        scheme: !look.scheme.includes('dark'),
      };
      return (Object.keys(wrong) as (keyof typeof wrong)[])
        .filter((aspect) => wrong[aspect])
        .map((aspect) => `${address}: ${aspect} ${look[aspect]}`);
    };
    await expect.poll(outOfTone).toEqual([]);
  };

  test('every screen is dark, with inscription-like headings and words of archives and offerings [D1-003]', async () => {
    const { page: visitor } = await open(market().marketplace.publicUrl);
    await visitor.goto('/registration-success');
    for (const [address, words] of OPEN) await inTone(visitor, address, words);
    for (const [address, words] of MEMBERS) await inTone(page, address, words);
  });
});
