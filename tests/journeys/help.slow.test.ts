import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkScreen, NARROW, useBrowser, WIDE } from '../support/browser.ts';
import { type Member, useMarketplace } from '../support/marketplace.ts';
import { visitors } from './people.ts';

describe('help and error pages', () => {
  const market = useMarketplace();
  const open = useBrowser();
  const { enter, visit } = visitors(market, open);
  let ada: Member;
  let page: Page;

  beforeAll(async () => {
    ada = await market().member('ada_l');
    page = (await open(market().marketplace.publicUrl)).page;
  });

  test('everybody can read how a sale runs, with tables and pictures, at both widths', async () => {
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'How a sale runs' }).click();
    await page.getByRole('heading', { level: 1, name: 'How a sale runs' }).waitFor();
    await page
      .getByRole('img', { name: /the states and the arrows between them/ })
      .first()
      .waitFor();
    await page.getByRole('rowheader', { name: 'Confirm shipment' }).waitFor();
    await checkScreen(page, 'how-a-sale-runs');
  });

  test('everybody can read about, FAQ and terms, also when opened directly [D1-034] [D2-020] [D2-024]', async () => {
    await page.goto('/about');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await checkScreen(page, 'about');
    await visit(page, '/faq');
    await page.getByText('What is the escrow fee?').click();
    await page.getByText('5% of the item price plus €0.75').first().waitFor();
    await checkScreen(page, 'faq');
    await visit(page, '/terms');
    await page.getByText('Last updated: May 7, 2025').waitFor();
    await checkScreen(page, 'terms');
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link').last().click();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
  });

  test('the screen check finds unnamed pictures, overflow and headings before the title', async () => {
    await visit(page, '/about');
    const put = (html: string) =>
      page.evaluate((markup) => document.querySelector('main')!.insertAdjacentHTML('beforeend', markup), html);
    await put('<img id="nameless" src="/icon-192.png">');
    await expect(checkScreen(page, 'about with a nameless picture')).rejects.toThrow(
      'axe on about with a nameless picture at 360 px',
    );
    await page.locator('#nameless').evaluate((picture) => picture.remove());
    await put('<div style="width: 400vw">far out</div>');
    await expect(checkScreen(page, 'about that is too wide')).rejects.toThrow(
      'about that is too wide overflows at 360 px',
    );
    await page.locator('main > :last-child').evaluate((wide) => wide.remove());
    await put('<div style="width: 14rem">far out for whoever has large letters</div>');
    await expect(checkScreen(page, 'about that is too wide')).rejects.toThrow('with letters of 32 px');
    await page.locator('main > :last-child').evaluate((wide) => wide.remove());
    await page.evaluate(() => document.querySelector('h1')!.insertAdjacentHTML('beforebegin', '<h2>Before</h2>'));
    await expect(checkScreen(page, 'about')).rejects.toThrow('headings of about before its h1');
  });

  test('the screen check finds low contrast at every width and later change', async () => {
    await visit(page, '/terms');
    await visit(page, '/about');
    await checkScreen(page, 'about');
    const put = (html: string) =>
      page.evaluate((markup) => document.querySelector('main')!.insertAdjacentHTML('beforeend', markup), html);
    const pale = (where: string) => `<style>${where} { .pale { color: #ccc; background: #fff } }</style>`;
    const isFound = (name: string, width: number) =>
      expect(checkScreen(page, name)).rejects.toThrow(`axe on ${name} at ${width} px`);
    await put('<p class="pale" style="color: #ccc; background: #fff">pale</p>');
    await isFound('about in pale words', NARROW.width);
    await page.locator('.pale').evaluate((words) => words.removeAttribute('style'));
    await checkScreen(page, 'about in words as they should be');
    await put(pale('@media (min-width: 1000px)'));
    await isFound('about in words that are pale on wide screens', WIDE.width);
    await page.locator('.pale').evaluate((words) => words.replaceChildren());
    await put('<div class="pale"><p style="color: inherit">inside</p></div>');
    await isFound('about with pale surroundings', WIDE.width);
  });

  test.each([
    [360, 'large', '18px'],
    [360, 'larger', '20px'],
    [320, 'normal', '16px'],
  ] as const)('a member finds the menu of a public page at %d px with %s letters', async (width, text, size) => {
    const looks = { palette: 'dark', contrast: 'device', text };
    expect((await ada.put('user/appearance', looks)).status).toBe(200);
    const hers = await enter(ada, '/faq', { viewport: { width, height: 640 } });
    const letters = () => hers.evaluate(() => getComputedStyle(document.documentElement).fontSize);
    await expect.poll(letters).toBe(size);
    const menu = await hers.getByRole('button', { name: 'Open menu' }).boundingBox();
    expect(menu!.x + menu!.width).toBeLessThanOrEqual(width);
    expect(await hers.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await hers.getByRole('link', { name: 'Reliquary', exact: true }).waitFor();
  });

  test('every page shows the configured support address [D1-015] [D2-017]', async () => {
    for (const path of ['/faq', '/terms']) {
      await visit(page, path);
      await page.locator(`a[href^="mailto:${market().config.supportEmail}"]`).first().waitFor();
    }
  });

  test('a member’s question reaches support, and the form and a toast confirm it [D2-029] [D1-484]', async () => {
    page = await enter(ada, '/faq-contact');
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByText('Please write what it is about').waitFor();
    await page.getByRole('textbox', { name: /Subject/ }).fill('Dragon');
    await page.getByRole('textbox', { name: 'Message' }).fill('Is my dragon safe?');
    await checkScreen(page, 'faq-contact');
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByText('Your message is on its way. We answer by email, on business days.').first().waitFor();
    const toast = await page.locator('[data-sonner-toast]').first().boundingBox();
    expect(toast?.width).toBe(356);
    expect(Math.round((toast?.x ?? 0) + 178)).toBe(WIDE.width / 2);
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('');
    const mail = await market().mail(market().config.supportEmail, /Is my dragon safe\?/);
    expect(mail).toMatchObject({ replyTo: ada.email });
  });

  test('an unknown path shows an error with ways out, to members and visitors [D2-038]', async () => {
    await page.goto('/nowhere/at/all');
    await page.getByRole('heading', { name: 'This page is not in the archives' }).first().waitFor();
    await checkScreen(page, 'not-found');
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
    await page.waitForURL('**/listings');
  });

  test('a missing listing shows an error with a way back', async () => {
    await visit(page, `/listings/${'0'.repeat(32)}`);
    await page.getByRole('heading', { name: 'Failed to fetch listing' }).waitFor();
    await checkScreen(page, 'listing-not-found');
    const { page: visitor } = await open(market().marketplace.publicUrl);
    await visitor.goto(`/public/listings/${'0'.repeat(32)}`);
    await visitor.getByText('The listing might have been removed or is no longer available.').waitFor();
    await checkScreen(visitor, 'public-listing-not-found');
  });

  test('a page part removed by a release shows an error page, not a blank one', async () => {
    await visit(page, '/listings');
    await page.getByRole('heading', { name: 'Sacred Repository' }).waitFor();
    await page.route('**/assets/Settings*.js', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'Account Settings' }).click();
    await page.getByRole('heading', { name: 'A new version is available' }).first().waitFor();
    await checkScreen(page, 'new-version');
  });

  test('a page opened offline says so and loads when the connection returns', async () => {
    await page.unroute('**/assets/Settings*.js');
    await visit(page, '/listings');
    await page.getByRole('heading', { name: 'Sacred Repository' }).waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline. What you see may be out of date.').waitFor();
    await page.getByRole('link', { name: 'Account Settings' }).click();
    await page.getByRole('heading', { name: 'No connection' }).first().waitFor();
    await checkScreen(page, 'offline');
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Account Settings', level: 1 }).waitFor();
    expect(await page.getByText('You are offline').count()).toBe(0);
  });
});
