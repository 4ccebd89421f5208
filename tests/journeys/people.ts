import type { Page } from 'playwright-core';

export const PASSWORD = 'Correct-horse1!';

/** Signs in on the login screen and waits for what comes after it. */
export const signIn = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Access System' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
};
