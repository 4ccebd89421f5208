import { decodeJwt, SignJWT } from 'jose';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { HOUR } from '#domain/shared/instants.ts';
import { importSessionKey } from '#infrastructure/accounts/postgresSessions.ts';
import { checkScreen, useBrowser } from '../support/browser.ts';
import { type Member, useMarketplace } from '../support/marketplace.ts';
import { signIn } from './people.ts';

const market = useMarketplace();
const open = useBrowser();

describe('a member who closes the laptop for two hours', () => {
  let ada: Member;
  let page: Page;
  let context: BrowserContext;

  beforeAll(async () => {
    ada = await market().member('asleep_ada');
    ({ page, context } = await open(market().marketplace.publicUrl));
    await signIn(page, ada.email);
  });

  const tokenIn = (of: Page) => of.evaluate(() => localStorage.getItem('token') ?? '');

  /** Makes the current token two hours older, so that the server treats it as expired too. */
  const sleep = async () => {
    const key = await importSessionKey(new Uint8Array(Buffer.from(market().config.secrets.jwt)));
    const { iat = 0, exp = 0, ...claims } = decodeJwt(await tokenIn(page));
    const old = await new SignJWT({ ...claims, iat: iat - (2 * HOUR) / 1000, exp: exp - (2 * HOUR) / 1000 })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(key);
    await page.evaluate((token) => localStorage.setItem('token', token), old);
    return old;
  };

  test('has one cookie, hidden from scripts, for one call', async () => {
    const [cookie, ...others] = await context.cookies(`${market().marketplace.publicUrl}/api/auth/resume`);
    expect(others).toEqual([]);
    expect(cookie).toMatchObject({ name: 'refresh', httpOnly: true, sameSite: 'Strict', path: '/' });
    expect(await page.evaluate(() => document.cookie)).toBe('');
  });

  test('returns to the open pages in two tabs without signing in', async () => {
    const old = await sleep();
    const other = await context.newPage();
    await Promise.all([page.goto('/transactions'), other.goto('/messages')]);
    for (const each of [page, other]) await each.getByRole('navigation', { name: 'Command Center' }).waitFor();
    await page.waitForFunction((before) => localStorage.getItem('token') !== before, old);
    expect(new URL(page.url()).pathname).toBe('/transactions');
    expect(new URL(other.url()).pathname).toBe('/messages');
    await other.close();
  });

  test('continues if only the browser’s clock is two hours ahead', async () => {
    await page.clock.setSystemTime(Date.now() + 2 * HOUR);
    // renewed within the same second, the token is identical
    const renewed = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/resume') && answer.ok());
    await page.goto('/settings');
    await renewed;
    await page.getByRole('heading', { level: 1, name: 'Account Settings' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/settings');
  });

  test('reads why the session ended and returns to the page', async () => {
    await sleep();
    // a page that is still open would learn of the end immediately
    await page.goto('about:blank');
    await ada.delete('user/sessions');
    await page.goto('/transactions?type=sale');
    await page.getByText('This session was ended on another device').waitFor();
    expect(new URL(page.url()).searchParams.get('returnUrl')).toBe('/transactions?type=sale');
    await checkScreen(page, 'session-ended-asleep');
  });
});
