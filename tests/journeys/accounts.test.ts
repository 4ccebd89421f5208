import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { later } from '#tests/support/tier.ts';
import { checkScreen, useBrowser } from '../support/browser.ts';
import { type Member, useMarketplace } from '../support/marketplace.ts';
import { PASSWORD, signIn, visitors } from './people.ts';

const NEW_PASSWORD = 'Another-horse2!';

/** Registering, recovering access, and logging out in every tab. */
describe('accounts', () => {
  const market = useMarketplace();
  const open = useBrowser();
  const { visit } = visitors(market, open);
  let ada: Member;
  let page: Page;

  beforeAll(async () => {
    ada = await market().member('ada_l');
    page = (await open(market().marketplace.publicUrl)).page;
  });

  const register = async (username: string, email: string, password = PASSWORD) => {
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Country').selectOption('Norway');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Join the Sacred Archives' }).click();
  };

  test('a registration shows errors at their fields, including those from the server', async () => {
    await page.goto('/register');
    await register('ab', 'nobody', 'weak');
    await page.getByText('Please enter a valid email address').waitFor();
    const username = page.getByLabel('Username');
    expect(await username.getAttribute('aria-invalid')).toBe('true');
    expect(await username.evaluate((field) => field === document.activeElement)).toBe(true);
    await checkScreen(page, 'register-errors');

    await register('ADA_L', 'other@example.com');
    await page.getByText('This username and/or email is already taken').waitFor();
    await register('somebody', ada.email.toUpperCase());
    await page.getByText('This email is already registered').waitFor();
    expect(new URL(page.url()).pathname).toBe('/register');
  });

  test('an unverified account learns so at login and gets another e-mail', async () => {
    await register('brigid', 'brigid@example.com');
    await page.waitForURL('**/registration-success');
    await checkScreen(page, 'registration-success');
    await visit(page, '/login');
    await page.getByLabel('Email').fill('brigid@example.com');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Access System' }).click();
    await page.getByRole('alert').getByText('does not recognize your credentials').waitFor();
    await checkScreen(page, 'login-refused');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Access System' }).click();
    await page.getByRole('button', { name: 'Resend Verification Email' }).click();
    await page.getByText('Verification email has been resent. Please check your inbox.').waitFor();
  });

  test('an invalid verification link shows an error', async () => {
    await page.goto('/verify-email?token=forged');
    await page.getByRole('link', { name: 'Go to Login' }).waitFor();
    await checkScreen(page, 'verify-failed');
  });

  test('a mailed link replaces a forgotten password once [D1-036]', async () => {
    await visit(page, '/login');
    await page.getByRole('link', { name: /forgot/i }).click();
    await page.waitForURL('**/forgot-password');
    await checkScreen(page, 'forgot-password');
    await page.getByLabel('Email').fill(ada.email);
    await page.getByRole('button', { name: 'Send Recovery Signal' }).click();
    await page.getByRole('heading', { name: 'Recovery Signal Sent!' }).waitFor();
    await checkScreen(page, 'forgot-password-sent');

    const link = `/reset-password?token=${await market().tokenFrom(ada.email, 'reset-password')}`;
    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('Confirm new password').fill('Something-else3!');
    await page.getByRole('button', { name: 'Set new password' }).click();
    await page.getByText('Passwords do not match').first().waitFor();
    await checkScreen(page, 'reset-password');
    await page.getByLabel('Confirm new password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Set new password' }).click();
    await page.waitForURL('**/login');
    await page.getByText('Password reset successful!').waitFor();
    expect((await ada.get('user/profile')).status).toBe(401);

    await page.goto(link);
    await page.getByRole('heading', { name: 'Invalid Reset Link' }).waitFor();
    await checkScreen(page, 'reset-password-invalid');
    await signIn(page, ada.email, NEW_PASSWORD);
  });

  test('a session survives a reload, and a logout reaches every tab', async () => {
    const other = await page.context().newPage();
    await other.goto('/settings');
    await other.getByRole('heading', { name: 'Account Settings' }).waitFor();
    await visit(page, '/dashboard');
    await page.reload();
    await page.getByRole('heading', { name: 'Dashboard Overview' }).waitFor();
    await checkScreen(page, 'dashboard-empty');
    await page.getByRole('button', { name: /Profile menu/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await other.waitForURL((url) => url.pathname === '/');
    expect(await other.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await other.close();
  });

  test('a deletion needs the password, shows its date and can be cancelled [D1-233]', async () => {
    await signIn(page, ada.email, NEW_PASSWORD);
    await visit(page, '/settings');
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Delete in 30 days' }).click();
    await dialog.getByText('Password is required').waitFor();
    await dialog.getByLabel('Password').fill('wrong');
    await dialog.getByRole('button', { name: 'Delete in 30 days' }).click();
    await dialog.getByText('Password is incorrect').waitFor();
    await checkScreen(page, 'delete-account');
    await dialog.getByLabel('Password').fill(NEW_PASSWORD);
    await dialog.getByRole('button', { name: 'Delete in 30 days' }).click();
    await page.getByText('Your account will be deleted on').waitFor();
    await checkScreen(page, 'settings-deletion-pending');
    await page.getByRole('button', { name: 'Keep my account' }).click();
    await page.getByText('Your account will not be deleted').waitFor();
    await page.getByRole('button', { name: 'Delete account' }).waitFor();
  });

  test('a member downloads their own data as a file', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download my data' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^reliquary-\d{4}-\d\d-\d\d\.json$/);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ profile: { username: 'ada_l' } });
  });

  test('a changed name and country reach the rest of the site', async () => {
    await page.getByLabel('Full name').fill('Ada Lovelace');
    await page.getByLabel('Country').selectOption('Norway');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Profile updated successfully').waitFor();
    const user = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? ''));
    expect(user).toMatchObject({ fullName: 'Ada Lovelace', country: 'Norway' });
    await checkScreen(page, 'settings-profile');
  });

  test('a new e-mail address takes effect once both mailboxes confirm it', async () => {
    const email = 'ada_l@new.example';
    const links = async (to: string) => `/email-change?token=${await market().tokenFrom(to, 'email-change')}`;
    await page.getByLabel('New e-mail address').fill(email);
    await page.getByRole('button', { name: 'Change address' }).click();
    await page.getByText('Waiting for both addresses to confirm').waitFor();
    await checkScreen(page, 'settings-email-waiting');

    await page.goto(await links(ada.email));
    await page.getByRole('button', { name: 'Confirm the new address' }).waitFor();
    await checkScreen(page, 'email-change');
    await page.getByRole('button', { name: 'Confirm the new address' }).click();
    await page.getByText('open the link in the e-mail to the new address').waitFor();
    await page.goto(await links(email));
    await page.getByRole('button', { name: 'Confirm this address' }).click();
    await page.getByText('the account has its new address').waitFor();
    await page.getByRole('link', { name: 'Open Account Settings' }).click();
    await page.getByRole('region', { name: 'E-mail address' }).getByText(email).waitFor();
  });

  later.test('a light palette applies at once, follows to another device, and resets on sign-out', async () => {
    const email = 'ada_l@new.example';
    await page.getByRole('group', { name: 'Palette' }).getByLabel('Light').check();
    await page.locator('html[data-palette="light"]').waitFor();
    await page.waitForFunction(() => JSON.parse(localStorage.getItem('user') ?? '{}').appearance?.palette === 'light');
    await checkScreen(page, 'settings-light');

    const { page: other } = await open(market().marketplace.publicUrl);
    await signIn(other, email, NEW_PASSWORD);
    await other.locator('html[data-palette="light"]').waitFor();
    await other.addInitScript(() => {
      const seen = new MutationObserver(() => {
        if (!document.body) return;
        Object.assign(window, { drawnIn: document.documentElement.dataset.palette });
        seen.disconnect();
      });
      seen.observe(document, { childList: true, subtree: true });
    });
    await other.reload();
    await other.getByRole('button', { name: /Profile menu/ }).waitFor();
    expect(await other.evaluate(() => (window as { drawnIn?: string }).drawnIn)).toBe('light');
    await other.getByRole('button', { name: /Profile menu/ }).click();
    await other.getByRole('menuitem', { name: 'Logout' }).click();
    await other.locator('html[data-palette="dark"]').waitFor();
    expect(await page.locator('html').getAttribute('data-palette')).toBe('light');
  });
});
