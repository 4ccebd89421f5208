import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { succeeded } from '#infrastructure/demo/client.ts';
import type { BrowserOptions, Session, useBrowser } from '../support/browser.ts';
import type { TestMarketplace } from '../support/marketplace.ts';
import { PATIENCE } from '../support/patience.ts';

export const PASSWORD = 'Correct-horse1!';

/** Signs in on the login screen and waits for the next page. */
export const signIn = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Access System' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
};

type Person = { email: string; password: string };

/** Signed-in people for journeys that are not about signing in. */
export const visitors = (market: () => TestMarketplace, open: ReturnType<typeof useBrowser>) => {
  const everythingIsTold = async () => {
    const { store, waitFor } = market().marketplace;
    const head = await store.head();
    if (head !== undefined) expect(await waitFor(head, PATIENCE), 'the read models follow').toBe(true);
  };
  return {
    /** A browser with the member’s session at an address. */
    enter: async ({ email, password }: Person, address?: string, options?: BrowserOptions): Promise<Page> => {
      const session = succeeded(await market().client().post('auth/login', { email, password }), 'sign-in') as Session;
      const token = await market().showSecondFactor(session.token);
      const { page } = await open(market().marketplace.publicUrl, { ...session, token }, options);
      await everythingIsTold();
      if (address !== undefined) await page.goto(address);
      return page;
    },

    /** Navigates like a link of the page, without a reload, and waits for the new screen. */
    visit: async (page: Page, address: string): Promise<void> => {
      await everythingIsTold();
      await page.evaluate((to) => {
        Object.assign(window, { left: document.querySelector('h1') });
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, address);
      await page.waitForFunction(() => {
        const { left } = window as unknown as { left: Element | null };
        return left?.isConnected !== true && document.querySelector('h1') !== null;
      });
    },
  };
};
