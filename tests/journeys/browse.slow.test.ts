import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkScreen, keepPicture, NARROW, useBrowser, WIDE } from '../support/browser.ts';
import { type Member, useMarketplace } from '../support/marketplace.ts';
import { signIn, visitors } from './people.ts';

/** Fourteen listings: two pages of twelve. */
const OFFERINGS = 14;

describe('browsing', () => {
  const market = useMarketplace();
  const open = useBrowser();
  const { visit, enter } = visitors(market, open);
  let buyer: Member;
  let page: Page;

  beforeAll(async () => {
    const [ruiz, moreau] = await Promise.all([
      market().seller('ruiz', { country: 'Spain' }),
      market().seller('moreau', { country: 'Norway' }),
    ]);
    for (let number = 1; number <= OFFERINGS; number++)
      await market().publish(number % 2 ? ruiz : moreau, {
        title: `Figure ${number}`,
        price: `${number}0.00`,
        condition: number > 10 ? 'Built' : 'Painted',
      });
    buyer = await market().member('marta_v');
    page = (await open(market().marketplace.publicUrl)).page;
  });

  const footer = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

  test('a visitor searches, opens a listing, logs in and returns to it [D1-034]', async () => {
    await page.goto('/');
    await page.getByText('Showing 12 listings').waitFor();
    await checkScreen(page, 'home');
    await page.getByRole('searchbox').fill('Figure 7');
    await page.getByText('Showing 1 listing').waitFor();
    expect(new URL(page.url()).searchParams.get('search')).toBe('Figure 7');
    await page.getByRole('link', { name: 'Details of Figure 7' }).click();
    await page.waitForURL('**/public/listings/*');
    await page.getByRole('heading', { level: 1, name: 'Figure 7' }).waitFor();
    await checkScreen(page, 'public-listing');
    await page.getByRole('link', { name: 'Login to Contact Seller' }).click();
    await page.getByLabel('Email').fill(buyer.email);
    await page.getByLabel('Password', { exact: true }).fill(buyer.password);
    await page.getByRole('button', { name: 'Access System' }).click();
    await page.waitForURL(/\/listings\/[0-9a-f]{32}$/);
    await page.getByRole('heading', { level: 1, name: 'Figure 7' }).waitFor();
  });

  test('the search stays in view below the header while scrolling on a phone', async () => {
    const { page: phone } = await open(market().marketplace.publicUrl);
    const stays = async (name: string) => {
      const field = phone.getByRole('searchbox', { name });
      await field.waitFor();
      await phone.setViewportSize(NARROW);
      await phone.getByRole('button', { name: 'Load More' }).scrollIntoViewIfNeeded();
      const header = (await phone.getByRole('banner').boundingBox())!;
      const box = (await field.boundingBox())!;
      expect(await phone.evaluate(() => window.scrollY)).toBeGreaterThan(500);
      expect(box.y).toBeGreaterThanOrEqual(header.y + header.height);
      expect(box.y + box.height).toBeLessThan(header.y + header.height + 80);
      await keepPicture(phone, `sticky-${name.split(' ')[1]}`);
    };
    await phone.goto('/');
    await stays('Search listings');
    await signIn(phone, buyer.email, buyer.password);
    await phone.goto('/listings');
    await stays('Search offerings');
  });

  test('the address holds the filters, and a shared link shows the same results [D1-094]', async () => {
    await visit(page, '/listings');
    await footer(`Showing 12 offerings (Page 1 of 2)`);
    await page.getByRole('checkbox', { name: /^Painted/ }).click();
    await page.getByLabel('Minimum price').fill('50');
    await page.getByLabel('Maximum price').fill('80');
    await page.getByRole('checkbox', { name: 'Spain' }).click();
    await footer('Showing 2 offerings');
    const shared = page.url();
    expect([...new URL(shared).searchParams.keys()]).toEqual(
      expect.arrayContaining(['condition', 'minPrice', 'maxPrice']),
    );
    await checkScreen(page, 'listings-filtered');
    await page.getByRole('button', { name: 'Save this search' }).click();
    await page.getByRole('link', { name: 'Your saved searches' }).waitFor();
    const other = await page.context().newPage();
    await other.goto('/watching/searches');
    await other.getByRole('link', { name: 'Open “Painted, from Spain, €50.00 to €80.00”' }).waitFor();
    await checkScreen(other, 'saved-searches');
    await other.goto(shared);
    await other.getByRole('status').filter({ hasText: 'Showing 2 offerings' }).waitFor();
    expect(await other.getByLabel('Maximum price').inputValue()).toBe('80');
    await other.close();
    await page.getByRole('button', { name: 'Remove filter Painted' }).click();
    await page.getByRole('button', { name: 'Clear all' }).click();
    await footer('Showing 12 offerings (Page 1 of 2)');
  });

  test('filters chosen faster than the address updates all count', async () => {
    const countries = page.getByRole('list', { name: 'Countries' });
    await countries.evaluate((list) => {
      for (const label of list.querySelectorAll('label'))
        if (/^(Norway|Spain)/.test(label.textContent ?? '')) label.querySelector('input')?.click();
    });
    await expect.poll(() => new URL(page.url()).searchParams.get('country')).toBe('Norway,Spain');
    expect(await countries.getByRole('checkbox', { checked: true }).count()).toBe(2);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('country')).toBeNull();
    await footer('Showing 12 offerings (Page 1 of 2)');
  });

  test('Select All Europe selects every offered country, and then none [D1-093] [D1-209]', async () => {
    const europe = page.getByRole('button', { name: 'Select All Europe' });
    const chosen = () => page.getByRole('list', { name: 'Countries' }).getByRole('checkbox', { checked: true }).count();
    const answered = page.waitForResponse((answer) => answer.url().includes('country='));
    await europe.click();
    expect((await answered).status()).toBe(200);
    await expect.poll(chosen).toBe(30);
    expect(await europe.getAttribute('aria-pressed')).toBe('true');
    await footer('Showing 12 offerings (Page 1 of 2)');
    await europe.click();
    await expect.poll(chosen).toBe(0);
  });

  test('Load More shows the rest, and Back restores the position [D1-094]', async () => {
    await page.getByRole('button', { name: 'Load More' }).click();
    await footer(`Showing ${OFFERINGS} offerings (Page 2 of 2)`);
    const last = page.getByRole('link', { name: 'Details of Figure 1', exact: true });
    await last.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => window.scrollY);
    expect(place).toBeGreaterThan(200);
    await last.click();
    await page.getByRole('heading', { level: 1, name: 'Figure 1', exact: true }).waitFor();
    await page.goBack();
    await footer(`Showing ${OFFERINGS} offerings (Page 2 of 2)`);
    await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBeGreaterThan(place - 50);
  });

  test('the filter panel keeps its state after a reload and a logout, and overlays small screens [D1-024] [D1-091]', async () => {
    await page.getByRole('button', { name: 'Hide filters' }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'Sacred Repository' }).waitFor();
    expect(await page.getByRole('complementary', { name: 'Filters' }).count()).toBe(0);
    await page.getByRole('button', { name: /Profile menu/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await signIn(page, buyer.email, buyer.password);
    await page.getByRole('heading', { name: 'Sacred Repository' }).waitFor();
    expect(await page.getByRole('complementary', { name: 'Filters' }).count()).toBe(0);
    await page.setViewportSize(NARROW);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('dialog', { name: 'Filters' }).waitFor();
    await checkScreen(page, 'listings-filter-sheet');
    await page.setViewportSize(NARROW);
    await page.getByRole('button', { name: /^Show \d+$/ }).click();
    await page.getByRole('button', { name: 'Open Command Center' }).click();
    const dark = page.locator('.side-scrim');
    const [red = 255, green = 255, blue = 255, alpha = 0] = await dark.evaluate((scrim) =>
      (getComputedStyle(scrim).backgroundColor.match(/[\d.]+/g) ?? []).map(Number),
    );
    expect(Math.max(red, green, blue)).toBeLessThan(32);
    expect(alpha).toBeGreaterThan(0.5);
    await dark.click({ position: { x: NARROW.width - 5, y: 200 } });
    await dark.waitFor({ state: 'detached' });
    await page.setViewportSize(WIDE);
  });

  test('an empty result offers a way back to all listings', async () => {
    await page.getByRole('searchbox', { name: 'Search offerings' }).fill('no such miniature');
    await page.getByText('No offerings found matching your criteria.').waitFor();
    await checkScreen(page, 'listings-empty');
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await footer('Showing 12 offerings (Page 1 of 2)');
  });

  test('a buyer reaches the purchase dialog by keyboard alone', async () => {
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
    const tabTo = async (text: RegExp) => {
      for (let presses = 0; presses < 120; presses++) {
        if (text.test(await focused())) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`the keyboard never reaches ${text}`);
    };
    await page.goto('/listings');
    await footer('Showing 12 offerings');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('#main');
    await tabTo(/^Details/);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Buy Now' }).waitFor();
    await tabTo(/^Buy Now$/);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Review purchase' }).waitFor();
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await checkScreen(page, 'review-purchase');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('a tablet shows the side panel next to the page without overflow', async () => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await page.goto('/listings');
    await footer('Showing 12 offerings (Page 1 of 2)');
    for (const width of [768, 820, 1024]) {
      await page.setViewportSize({ width, height: 1024 });
      const side = await page.getByRole('navigation', { name: 'Command Center' }).boundingBox();
      const main = await page.getByRole('main').boundingBox();
      expect(side?.width, `the side panel at ${width} px`).toBeGreaterThan(0);
      expect(main?.x, `the page at ${width} px`).toBeGreaterThanOrEqual((side?.x ?? 0) + (side?.width ?? 0));
      await page.getByRole('searchbox', { name: 'Search offerings' }).waitFor();
      const beyond = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(await beyond(), `overflows at ${width} px by`).toBe(0);
    }
    await page.setViewportSize(WIDE);
  });

  test('a listing shows the seller’s other listings, and the seller page their figures', async () => {
    await page.goto('/listings?search=Figure%207');
    await page.getByRole('link', { name: 'Details of Figure 7' }).click();
    await page.getByRole('heading', { level: 1, name: 'Figure 7' }).waitFor();
    await page.locator('.around').evaluate((below) => below.scrollIntoView());
    await page.getByRole('region', { name: 'More from this seller' }).waitFor();
    await page.getByRole('region', { name: 'Similar miniatures' }).waitFor();
    await checkScreen(page, 'listing-around');
    await page.getByRole('link', { name: 'All from ruiz' }).click();
    await page.getByRole('heading', { level: 1, name: 'ruiz' }).waitFor();
    await page.getByText('Showing 7 of 7').waitFor();
    await checkScreen(page, 'seller');
  });

  test('the gallery shows thumbnails in six columns [D1-119]', async () => {
    const form = await market().listingForm({ title: 'Three views' }, 3);
    const seller = await market().seller('weber');
    const { body } = await seller.call('POST', 'listings', { form });
    await visit(page, `/listings/${body._id}`);
    await page.getByRole('button', { name: 'Photo 3 of 3' }).waitFor();
    const columns = await page.locator('.thumbs').evaluate((grid) => getComputedStyle(grid).gridTemplateColumns);
    expect(columns.split(' ')).toHaveLength(6);
  });

  test('a price offer is made and accepted, and becomes the price', async () => {
    const seller = await market().seller('haggler');
    const { _id: id } = await market().publish(seller, { title: 'Haggled figure', price: '45.00' });
    await visit(page, `/listings/${id}`);
    await page.getByRole('button', { name: 'Make an offer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make an offer' });
    await dialog.getByLabel('Your offer').fill('40,50');
    await dialog.getByText('You would pay').waitFor();
    await checkScreen(page, 'offer-dialog');
    await dialog.getByRole('button', { name: 'Send offer' }).click();
    await page.getByText('You offered €40.50.').waitFor();
    const desk = await enter(seller, `/listings/${id}`);
    await desk.getByText('marta_v offers €40.50.').waitFor();
    await checkScreen(desk, 'offers-received');
    await desk.getByRole('button', { name: 'Accept €40.50 from marta_v' }).click();
    const question = desk.getByRole('alertdialog', { name: 'Accept €40.50?' });
    await checkScreen(desk, 'offer-accept');
    await question.getByRole('button', { name: 'Accept €40.50' }).click();
    await desk.getByText('Agreed on €40.50. Reserved for marta_v until').waitFor();
    await page.goto(`/listings/${id}`);
    const buy = page.getByRole('button', { name: 'Buy at €40.50' });
    await buy.waitFor();
    await page.getByText('Agreed on €40.50. Reserved for you until').waitFor();
    await checkScreen(page, 'offer-agreed');
    await buy.click();
    await page.getByRole('dialog').getByText('€40.50').first().waitFor();
  });
});
