import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { succeeded } from '#infrastructure/demo/client.ts';
import { sales } from '../http/sale.ts';
import { checkScreen, type Session, useBrowser } from '../support/browser.ts';
import { eventually, type Member, useMarketplace } from '../support/marketplace.ts';
import { usePushPeer } from '../support/pushPeer.ts';

const { peer, push } = usePushPeer();

describe('a seller with push notifications', () => {
  const market = useMarketplace({ push });
  const open = useBrowser();
  const { bought } = sales(market);
  let seller: Member;
  let buyer: Member;
  let context: BrowserContext;
  let page: Page;
  let devtools: CDPSession;
  let origin: string;
  const registered: { id?: string | undefined } = {};

  /**
   * Chromium has no push service here and never shows notifications. So the subscription gets the peer's address, messages to the peer are
   * handed to the worker, and the worker's notifications are stored there.
   */
  const withPushService = (address: object) => {
    const subscription = { toJSON: () => address, unsubscribe: async () => true };
    let there: object | null = null;
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Object.assign(PushManager.prototype, {
      getSubscription: async () => there,
      subscribe: async () => {
        there = subscription;
        return there;
      },
    });
  };

  beforeAll(async () => {
    [seller, buyer] = await Promise.all([market().seller('pushed_seller'), market().member('pushing_buyer')]);
    origin = new URL(market().marketplace.publicUrl).origin;
    const { email, password } = seller;
    const session = succeeded(await market().client().post('auth/login', { email, password }), 'sign-in') as Session;
    ({ context, page } = await open(origin, session, { serviceWorkers: 'allow' }));
    await context.grantPermissions(['notifications'], { origin });
    await context.addInitScript(withPushService, peer().subscribe('desk'));
    devtools = await context.newCDPSession(page);
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      registered.id = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId;
    });
    await devtools.send('ServiceWorker.enable');
    await page.goto('/settings');
  });

  type Shown = { title: string; body: string; tag: string; data: unknown };
  type Scope = EventTarget & { shown: Shown[]; registration: { showNotification: unknown } };
  const worker = () => eventually(async () => context.serviceWorkers()[0]);
  const keepWhatIsShown = async () =>
    (await worker()).evaluate(() => {
      const scope = globalThis as unknown as Scope;
      scope.shown = [];
      scope.registration.showNotification = async (title: string, look: Omit<Shown, 'title'>) => {
        scope.shown.push({ title, ...look });
      };
    });
  const shown = async () => (await worker()).evaluate(() => (globalThis as unknown as Scope).shown);
  const press = async () =>
    (await worker()).evaluate(() => {
      const scope = globalThis as unknown as Scope;
      const notification = { ...scope.shown[0]!, close: () => scope.shown.pop() };
      // an event made by a script cannot be extended, so the worker gets a `waitUntil` that does nothing
      scope.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }));
    });

  test('turns them on, learns of a sale and opens it with a press', async () => {
    const card = page.getByRole('region', { name: 'Push on this device' });
    await card.getByRole('button', { name: 'Turn on' }).click();
    await card.getByText(/^On: this device shows/).waitFor();
    await checkScreen(page, 'push-on');

    const { id } = await bought(buyer, seller);
    const told = await eventually(async () => peer().taken.find(({ device }) => device === 'desk'));
    const said = JSON.parse(told.payload) as { id: string; text: string; path: string };
    expect(said).toMatchObject({ text: expect.stringContaining('A painted dragon'), path: `/transaction/${id}` });

    await keepWhatIsShown();
    const registrationId = await eventually(async () => registered.id);
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: told.payload });
    await expect.poll(shown).toMatchObject([{ title: 'Reliquary', body: said.text, tag: said.id }]);

    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await press();
    await page.waitForURL(`**/transaction/${id}`);
    await page.getByText('A painted dragon').first().waitFor();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    expect(await shown()).toEqual([]);
  });

  test('sees that the connection is missing, and the page loads when it returns', async () => {
    await context.setOffline(true);
    await page.goto('/transactions');
    await page.getByRole('heading', { name: 'No connection' }).waitFor();
    await checkScreen(page, 'worker-offline');
    expect(new URL(page.url()).pathname).toBe('/transactions');
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'My Transactions', level: 1 }).waitFor();
    expect(
      await page.evaluate(async () => {
        const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
        return kept
          .flat()
          .map(({ url }) => new URL(url).pathname)
          .filter((path) => !/^\/(assets\/|offline\.)/.test(path));
      }),
    ).toEqual([]);
  });

  test('receives none after signing out', async () => {
    await page.getByRole('button', { name: /Profile menu/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.waitForFunction(() => localStorage.getItem('push') === null);
    await eventually(async () => (await seller.get('user/push')).body.devices === 0);
    const before = peer().asked();
    await bought(buyer, seller);
    await market().settle();
    expect(peer().asked()).toBe(before);
  });
});
