import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeAt } from '#infrastructure/accounts/totp.ts';
import { checkScreen, keepPicture, NARROW, useBrowser, WIDE } from '../support/browser.ts';
import { type Member, useMarketplace } from '../support/marketplace.ts';
import { PASSWORD } from './people.ts';

const market = useMarketplace();
const open = useBrowser();

/** A new role holder signs in, sets up an authenticator app, and acts in the role. */
describe('a second factor', () => {
  let clerk: Member;
  let page: Page;
  let secret: string;

  beforeAll(async () => {
    clerk = await market().staff('second_clerk');
    page = (await open(market().marketplace.publicUrl)).page;
  });

  const enter = async () => {
    await page.goto('/login');
    await page.getByLabel('Email').fill(clerk.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Access System' }).click();
  };

  test('is set up where the role links to, with the key in the QR code', async () => {
    await enter();
    // staff land on their desk: several refused calls redirect there, and the last redirect has finished
    await page.getByText('Your role requires two-factor authentication').waitFor();
    await page.waitForURL('**/settings?tab=security');
    await checkScreen(page, 'second-factor-missing');
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    secret = (await page.locator('.key-text').innerText()).replaceAll(' ', '');
    await checkScreen(page, 'second-factor-key');
    await page.getByRole('textbox', { name: 'Code' }).fill(codeAt(secret, Date.now()));
    await page.getByRole('button', { name: 'Turn it on' }).click();
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    expect(await codes.count()).toBe(10);
    await checkScreen(page, 'recovery-codes');
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 recovery codes are left').waitFor();
    await checkScreen(page, 'second-factor');
    await page.goto('/staff');
    await page.getByRole('heading', { level: 1, name: 'Cases' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/staff');
  });

  /** As if the last code had been used long ago. */
  const ago = () => market().marketplace.db('totp_secrets').where({ account_id: clerk.id }).update({ last_step: 0 });

  test('is required at the next sign-in', async () => {
    await ago();
    await page.evaluate(() => localStorage.clear());
    await enter();
    const code = page.getByRole('textbox', { name: 'Code' });
    await code.waitFor();
    await checkScreen(page, 'login-code');
    await code.fill('000000');
    await page.getByRole('button', { name: 'Access System' }).click();
    await page.getByText('This code is wrong').first().waitFor();
    await code.fill(codeAt(secret, Date.now()));
    await page.getByRole('button', { name: 'Access System' }).click();
    await page.waitForURL('**/staff');
  });

  test('is required again for sensitive actions in a session left open', async () => {
    await ago();
    // recovery codes cannot change while the first second factor is pending
    await market().passDays(3);
    const { db } = market().marketplace;
    await db('sessions')
      .where({ account_id: clerk.id })
      .update({ proven_at: new Date(0) });
    await page.goto('/settings?tab=security');
    await page.getByRole('button', { name: 'New recovery codes' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Confirm that it is you' });
    await dialog.waitFor();
    await dialog.getByLabel('Code').fill(codeAt(secret, Date.now()));
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
    expect(await dialog.count()).toBe(0);
  });
});

/** A member adds a passkey of a simulated device and signs in with it alone. */
describe('a passkey', () => {
  let ada: Member;
  let page: Page;

  beforeAll(async () => {
    ada = await market().member('passkey_ada');
    page = (await open(market().marketplace.publicUrl)).page;
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('WebAuthn.enable');
    await devTools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
  });

  const passkeys = () => page.getByRole('region', { name: 'Passkeys' });

  test('is added under a name, with recovery codes', async () => {
    await page.goto('/login');
    await page.getByLabel('Email').fill(ada.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Access System' }).click();
    await page.waitForURL('**/listings');
    await page.goto('/settings?tab=security');
    await passkeys().getByRole('button', { name: 'Add a passkey' }).click();
    await passkeys().getByText('Please give the passkey a name').waitFor();
    await passkeys().getByLabel('Name of a new passkey').fill('My phone');
    await checkScreen(page, 'passkeys-none');
    await passkeys().getByRole('button', { name: 'Add a passkey' }).click();
    await passkeys().getByRole('list', { name: 'Recovery codes' }).waitFor();
    await passkeys().getByRole('button', { name: 'I have saved them' }).click();
    await passkeys().getByText('My phone').waitFor();
    await passkeys().locator(':focus').waitFor();
    await checkScreen(page, 'passkeys');
  });

  test('is not created twice on one device', async () => {
    await passkeys().getByLabel('Name of a new passkey').fill('My phone again');
    await passkeys().getByRole('button', { name: 'Add a passkey' }).click();
    await passkeys().getByText('This device has a passkey of your account already.').waitFor();
  });

  test('signs in alone, or after the password', async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/listings');
    await page.evaluate(() => localStorage.clear());
    await page.goto('/login');
    await page.getByLabel('Email').fill(ada.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Access System' }).click();
    await page.getByRole('textbox', { name: 'Code' }).waitFor();
    await checkScreen(page, 'login-passkey');
    await page.getByRole('button', { name: 'Use a passkey instead' }).click();
    await page.waitForURL('**/listings');
  });

  test('confirms the identity again, and can be removed', async () => {
    const { db } = market().marketplace;
    await db('sessions')
      .where({ account_id: ada.id })
      .update({ proven_at: new Date(0) });
    await page.goto('/settings?tab=security');
    await passkeys().getByRole('button', { name: 'Remove the passkey My phone' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Confirm that it is you' });
    await dialog.waitFor();
    for (const size of [WIDE, NARROW]) {
      await page.setViewportSize(size);
      await keepPicture(page, 'step-up-passkey');
    }
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('The passkey is removed').waitFor();
    expect(await passkeys().getByText('My phone').count()).toBe(0);
  });
});

/** A thief who knows a password adds a second factor, and the owner gets the e-mail about it. */
describe('a first second factor', () => {
  test('shows what waits until when, and can be removed by the link in its mail', async () => {
    const seller = await market().seller('first_factor');
    const { email, password } = seller;
    const session = (await market().client().post('auth/login', { email, password })).body;
    seller.signInWith(session.token);
    const { secret } = (await seller.post('user/second-factor')).body;
    const { token } = (await seller.post('user/second-factor/confirm', { code: codeAt(secret, Date.now()) })).body;
    const { page } = await open(market().marketplace.publicUrl, { ...session, token });
    await page.goto('/settings?tab=security');
    await page.getByText(/Pending until/).waitFor();
    await checkScreen(page, 'second-factor-pending');
    await page.goto('/settings?tab=seller');
    await page.getByText(/Payouts and bank details wait until/).waitFor();
    expect(await page.getByRole('button', { name: 'Change bank details' }).count()).toBe(0);
    await checkScreen(page, 'seller-frozen');
    await page.goto('/settings?tab=profile');
    await page.getByText(/Your address cannot change until/).waitFor();
    await checkScreen(page, 'address-frozen');
    await page.goto(`/new-factor?token=${await market().tokenFrom(email, '/new-factor')}`);
    await page.getByRole('button', { name: 'It was not me' }).waitFor();
    await checkScreen(page, 'new-factor');
    await page.getByRole('button', { name: 'It was not me' }).click();
    await page.getByText('every session of your account has ended').waitFor();
    await checkScreen(page, 'new-factor-removed');
    await page.reload();
    await page.getByText('You have used this link already').waitFor();
    await checkScreen(page, 'new-factor-used');
    await page.getByRole('link', { name: 'Set a new password' }).click();
    await page.waitForURL('**/forgot-password');
  });
});
