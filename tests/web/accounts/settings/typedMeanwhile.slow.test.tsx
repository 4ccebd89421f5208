// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  askedAgain,
  freshBrowser,
  isDisabled,
  json,
  MARTA,
  MEMBER_REPLIES,
  open,
  serve,
  signedIn,
  to,
} from '#tests/support/browser.tsx';

freshBrowser();

const PROFILE = {
  ...MARTA,
  fullName: 'Marta Vidal',
  shippingRates: { domesticRate: 5, continentalRate: 15, internationalRate: 30 },
};
const EMAILS = { messages: 'atOnce', sales: 'daily', reviews: 'off', watching: 'atOnce', searches: 'atOnce' };
const CHECKED = {
  feeAccepted: true,
  hasBankDetails: true,
  bankAccount: { verified: true, rejectedReason: null },
  payoutsHeldUntil: null,
  identityPage: false,
};
const MASKED = { accountHolder: 'Marta Vidal', iban: 'ES91 •••• •••• 1332', bankName: 'Banco de Ejemplo' };

/** The first answers and those to a refetch (`later`). */
const ANSWERS: Record<string, { first: object; later: object }> = {
  'user/profile': { first: PROFILE, later: { ...PROFILE, fullName: 'Marta of another tab', country: 'France' } },
  'user/account-status': { first: { status: 'active', eraseAt: null }, later: { status: 'active', eraseAt: null } },
  'user/blocked': { first: [], later: [] },
  'user/emails': { first: EMAILS, later: { ...EMAILS, messages: 'off' } },
  'user/email-change': {
    first: { email: MARTA.email, change: null, frozenUntil: null },
    later: { email: MARTA.email, change: null, frozenUntil: null },
  },
  'user/passkeys': { first: { passkeys: [] }, later: { passkeys: [] } },
  'seller/status': { first: CHECKED, later: CHECKED },
  'seller/bank-details': { first: { maskedDetails: MASKED }, later: { maskedDetails: MASKED } },
};

/** `again`: the kind of answer to a refetch. */
const start = (tab: string, again: 'with news' | 'with an error', replies: Record<string, unknown> = {}) => {
  const asked = new Set<string>();
  const answer = (path: string) => () => {
    const { first, later } = ANSWERS[path]!;
    if (!asked.has(path)) {
      asked.add(path);
      return first;
    }
    return again === 'with news' ? later : json({ message: 'Not now' }, 400);
  };
  const answers = Object.fromEntries(Object.keys(ANSWERS).map((path) => [`GET ${path}`, answer(path)]));
  signedIn();
  const sent = serve({ ...MEMBER_REPLIES, ...answers, ...replies });
  open(`/settings?tab=${tab}`);
  return sent;
};

const refreshed = () => askedAgain('user');

const FIELDS: [tab: string, field: RegExp, press?: string][] = [
  ['profile', /^Full name/],
  ['profile', /^Current password/],
  ['profile', /^New e-mail address/],
  ['profile', /^Password$/, 'Delete account'],
  ['shipping', /^City/],
  ['shipping', /^Domestic rate/],
  ['security', /^Name of a new passkey/],
  ['seller', /^Bank name/, 'Change bank details'],
];

test.each(
  FIELDS.flatMap(([tab, field, press]) =>
    (['with news', 'with an error'] as const).map((again) => [tab, field, again, press] as const),
  ),
)('keeps typed text in %s, %s, when a refetch returns %s', async (tab, field, again, press) => {
  start(tab, again);
  if (press) await userEvent.click(await screen.findByRole('button', { name: press }));
  const input = await screen.findByLabelText<HTMLInputElement>(field);
  await userEvent.clear(input);
  await userEvent.type(input, '7');
  await refreshed();
  expect([input.isConnected, input.value]).toEqual([true, '7']);
});

test.each(['with news', 'with an error'] as const)(
  'keeps chosen e-mails when a refetch returns %s, and otherwise shows the new values',
  async (again) => {
    start('profile', again);
    const choice = (name: string) => screen.findByRole<HTMLSelectElement>('combobox', { name });
    await choice('New messages');
    await refreshed();
    expect((await choice('New messages')).value).toBe(again === 'with news' ? 'off' : 'atOnce');
    await userEvent.selectOptions(await choice('Reviews'), 'Once a day');
    await refreshed();
    expect((await choice('Reviews')).value).toBe('daily');
  },
);

const STORED = {
  fullName: 'M. Vidal',
  streetAddress1: 'Calle 1',
  streetAddress2: '',
  city: 'Cadiz',
  postalCode: '11001',
};
const NEWS: Record<string, object> = {
  fullName: { fullName: 'M. Vidal' },
  City: { shippingAddress: STORED },
  rate: { shippingRates: { domesticRate: 7, continentalRate: 15, internationalRate: 30 } },
};

test.each([
  ['profile', /^Full name/, NEWS.fullName, 'M. Vidal'],
  ['shipping', /^City/, NEWS.City, 'Cadiz'],
  ['shipping', /^Domestic rate/, NEWS.rate, '7.00'],
])('shows new values in %s, %s, if nothing was typed', async (tab, field, news, shown) => {
  let now: object = PROFILE;
  start(tab, 'with news', { 'GET user/profile': () => now });
  const input = await screen.findByLabelText<HTMLInputElement>(field);
  now = { ...PROFILE, ...news };
  await refreshed();
  await waitFor(() => expect(input.value).toBe(shown));
});

test('shows later changes in a saved field while another is edited', async () => {
  let stored = STORED;
  start('shipping', 'with news', {
    'GET user/profile': () => ({ ...PROFILE, shippingAddress: stored }),
    'PUT user/shipping': ({ body }: { body: typeof STORED }) => {
      stored = body;
      return { message: 'x' };
    },
  });
  const city = await screen.findByLabelText<HTMLInputElement>(/^City/);
  const street = screen.getByLabelText<HTMLInputElement>('Street address');
  const typed = async (field: HTMLInputElement, text: string) => {
    await userEvent.clear(field);
    await userEvent.type(field, text);
  };
  await typed(city, 'Seville');
  await userEvent.click(screen.getByRole('button', { name: 'Save address' }));
  await screen.findByText('Shipping address updated successfully');
  expect(city.value).toBe('Seville');
  stored = { ...stored, city: 'Madrid' };
  await refreshed();
  await waitFor(() => expect(city.value).toBe('Madrid'));

  await typed(street, 'Calle 2');
  stored = { ...stored, city: 'Toledo', streetAddress1: 'Calle 3' };
  await refreshed();
  await waitFor(() => expect([city.value, street.value]).toEqual(['Toledo', 'Calle 2']));
});

test('keeps edits in one panel while another is being saved', async () => {
  const arrivals: ((answer: object) => void)[] = [];
  const sent = start('shipping', 'with an error', {
    'PUT user/shipping-rates': () => new Promise((resolve) => arrivals.push(resolve)),
    'PUT user/shipping': { message: 'x' },
  });
  const panel = async (name: string) => within(await screen.findByRole('region', { name }));
  const [rates, address] = [await panel('Shipping rates'), await panel('Shipping address')];
  await userEvent.click(rates.getByRole('button', { name: 'Save rates' }));
  await waitFor(() => expect(to(sent, 'user/shipping-rates')).toHaveLength(1));
  expect(isDisabled(rates.getByLabelText('Domestic rate (€)'))).toBe(true);
  const typed = { 'Full name': 'Marta', 'Street address': 'Calle 1', City: 'Cadiz', 'Postal code': '11001' };
  for (const [label, text] of Object.entries(typed)) await userEvent.type(address.getByLabelText(label), text);
  for (const arrive of arrivals) arrive({ message: 'x' });
  await screen.findByText('Shipping rates updated successfully');
  await userEvent.click(address.getByRole('button', { name: 'Save address' }));
  await screen.findByText('Shipping address updated successfully');
  expect(to(sent, 'user/shipping')[0]?.body).toMatchObject({ streetAddress1: 'Calle 1', city: 'Cadiz' });
});
