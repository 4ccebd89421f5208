import type { Locator, Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { type Member, useMarketplace } from '../support/marketplace.ts';
import { PASSWORD, visitors } from './people.ts';

/** Valid values by input type; some labels need their own. */
const BY_LABEL: Record<string, string> = { IBAN: 'NL91ABNA0417164300', 'Current password': PASSWORD };
const BY_TYPE: Record<string, string> = { email: 'somebody@example.com', password: 'Anotherhorse2!', decimal: '12' };

const fill = async (form: Locator): Promise<void> => {
  for (const field of await form.locator('input:visible, textarea:visible, select:visible').all()) {
    if (await field.isDisabled()) continue;
    const { tag, type, label } = await field.evaluate((element) => ({
      tag: element.tagName,
      type: element.getAttribute('inputmode') ?? element.getAttribute('type') ?? 'text',
      label: (element as HTMLInputElement).labels?.[0]?.textContent ?? '',
    }));
    if (tag === 'SELECT') await field.selectOption({ index: 1 });
    else if (type === 'checkbox') await field.check();
    else if (type !== 'file' && type !== 'radio') await field.fill(BY_LABEL[label] ?? BY_TYPE[type] ?? 'Something');
  }
};

/** Submits every form of the page, holds back the answer, checks the form meanwhile, then refuses. */
const formsOf = async (page: Page, address: string): Promise<string[]> => {
  await page.goto(address);
  await page.locator('main form button[type=submit]').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.skel') === null);
  const names: string[] = [];
  for (const form of await page.locator('form:not(search form)').all()) {
    const submit = form.locator('button[type=submit]');
    const name = await submit.innerText();
    names.push(name);
    let held: Route | undefined;
    await page.route(/\/api\//, (route) => {
      if (route.request().method() === 'GET' || held) return route.continue();
      held = route;
    });
    await fill(form);
    await submit.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => held, { message: `${name} sends something` }).toBeDefined();
    const enabled = form.locator(':is(input, textarea, select, button):enabled');
    await expect.poll(() => enabled.count(), { message: `what is enabled in ${name} while it is sent` }).toBe(0);
    const focus = () => form.evaluate((element) => element.contains(document.activeElement));
    expect(await focus(), `the focus is inside ${name} while it is sent`).toBe(true);
    await held?.fulfill({ status: 400, json: { message: 'Refused', code: 'invalid' } });
    await expect.poll(() => submit.isEnabled(), { message: `${name} can be sent again` }).toBe(true);
    const takesKeys = () =>
      form.evaluate((element) => document.activeElement !== element && element.contains(document.activeElement));
    await expect.poll(takesKeys, { message: `the focus is on a control of ${name} afterwards` }).toBe(true);
    await page.unroute(/\/api\//);
  }
  return names;
};

/** While a form is sent, nothing in it can be pressed or typed, and keyboard users keep their place. */
describe('every form', () => {
  const market = useMarketplace();
  const open = useBrowser();
  const { enter } = visitors(market, open);
  let page: Page;
  let ada: Member;
  let kessler: Member;

  beforeAll(async () => {
    [ada, kessler] = await Promise.all([market().member('ada_l'), market().seller('kessler')]);
    page = (await open(market().marketplace.publicUrl)).page;
  });

  test.each([
    ['/login', ['Access System']],
    ['/register', ['Join the Sacred Archives']],
    ['/registration-success', ['Resend Verification Email']],
  ])('of a visitor, at %s, is disabled while submitting [D1-240]', async (address, forms) => {
    expect(await formsOf(page, address)).toEqual(forms);
  });

  test('for a new password is disabled while submitting [D1-240]', async () => {
    await market().client().post('auth/forgot-password', { email: ada.email });
    const token = await market().tokenFrom(ada.email, 'reset-password');
    expect(await formsOf(page, `/reset-password?token=${token}`)).toEqual(['Set new password']);
  });

  test('of a member is disabled while submitting [D1-240]', async () => {
    const own = await enter(ada);
    expect(await formsOf(own, '/settings')).toEqual([
      'Save profile',
      'Update password',
      'Change address',
      'Save choice',
    ]);
    expect(await formsOf(own, '/settings?tab=seller')).toEqual(['Become a Seller']);
    expect(await formsOf(own, '/settings?tab=shipping')).toEqual(['Save address']);
    expect(await formsOf(own, '/faq-contact')).toEqual(['Send message']);
  });

  test('of a seller is disabled while submitting [D1-240]', async () => {
    const theirs = await enter(kessler);
    expect(await formsOf(theirs, '/settings?tab=shipping')).toEqual(['Save address', 'Save rates']);
  });
});
