// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import {
  freshBrowser,
  json,
  MARTA,
  MEMBER_REPLIES,
  open,
  SETTINGS_REPLIES,
  serve,
  signedIn,
  to,
} from '#tests/support/browser.tsx';

freshBrowser();

const profile = (feeAccepted: boolean) => ({
  ...MARTA,
  platformAgreements: { termsAccepted: true, feeAccepted },
  shippingRates: { domesticRate: 5, continentalRate: 15, internationalRate: 30 },
});
const silent = () => json({}, 400);

const start = (replies: Record<string, unknown> = {}, path = '/settings?tab=shipping') => {
  signedIn();
  const sent = serve({
    ...MEMBER_REPLIES,
    ...SETTINGS_REPLIES,
    'GET user/profile': profile(true),
    ...replies,
  });
  open(path);
  return sent;
};
const button = (name: string) => screen.findByRole('button', { name });
const rate = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

describe('the shipping tab', () => {
  test('has the address and, for sellers, two rates: domestic, and EU and UK [D2-111] [D2-014] [D2-378] [D2-377]', async () => {
    start();
    expect((await rate('Domestic rate (€)')).value).toBe('5.00');
    expect((await rate('EU and UK rate (€)')).value).toBe('15.00');
    expect(screen.getAllByLabelText(/rate \(€\)$/)).toHaveLength(2);
    expect(screen.getByRole('heading', { level: 2, name: 'Shipping address' })).toBeTruthy();
  });

  test('has no rates for members who do not sell [D2-111]', async () => {
    start({ 'GET user/profile': profile(false) });
    expect(await screen.findByRole('heading', { level: 2, name: 'Shipping address' })).toBeTruthy();
    expect(screen.queryByRole('heading', { level: 2, name: 'Shipping rates' })).toBeNull();
  });

  test('shows a message if it cannot be loaded [D2-360]', async () => {
    start({ 'GET user/profile': silent });
    expect(await screen.findByRole('heading', { name: 'Failed to load shipping preferences' })).toBeTruthy();
  });
});

describe('shipping rates', () => {
  test('are clamped while they are typed, and sent as two [D2-227] [D2-228] [D2-378] [D2-308]', async () => {
    const sent = start({ 'PUT user/shipping-rates': { message: 'x' } });
    const [domestic, continental] = [await rate('Domestic rate (€)'), await rate('EU and UK rate (€)')];
    await userEvent.clear(continental);
    await userEvent.type(continental, '140');
    expect(await screen.findByText('Shipping rates cannot exceed €100')).toBeTruthy();
    expect(continental.value).toBe('100');
    await userEvent.clear(domestic);
    await userEvent.type(domestic, '4.95');
    await userEvent.click(await button('Save rates'));
    expect(await screen.findByText('Shipping rates updated successfully')).toBeTruthy();
    expect(to(sent, 'user/shipping-rates')[0]?.body).toEqual({ domesticRate: 4.95, continentalRate: 100 });
  });

  test('accept a comma, as the field says, and are not sent while ambiguous', async () => {
    const sent = start({ 'PUT user/shipping-rates': { message: 'x' } });
    const domestic = await rate('Domestic rate (€)');
    await userEvent.clear(domestic);
    await userEvent.type(domestic, '6.505');
    await userEvent.click(await button('Save rates'));
    expect(await screen.findByText(/^Unclear: for €6,505.00 write 6505/)).toBeTruthy();
    await userEvent.clear(domestic);
    await userEvent.type(domestic, '6,50');
    expect(domestic.value).toBe('6,50');
    expect(screen.getByText('€6.50')).toBeTruthy();
    expect(to(sent, 'user/shipping-rates')).toEqual([]);
    await userEvent.click(await button('Save rates'));
    expect(await screen.findByText('Shipping rates updated successfully')).toBeTruthy();
    expect(to(sent, 'user/shipping-rates')[0]?.body).toEqual({ domesticRate: 6.5, continentalRate: 15 });
  });

  test('show a message if they cannot be saved [D2-362]', async () => {
    start({ 'PUT user/shipping-rates': silent });
    await rate('Domestic rate (€)');
    await userEvent.click(await button('Save rates'));
    expect(await screen.findByText('Failed to update shipping rates')).toBeTruthy();
  });
});

test('reports an address that cannot be saved [D2-361]', async () => {
  const sent = start({ 'PUT user/shipping': silent });
  const address = { 'Full name': 'Marta', 'Street address': 'Calle 1', City: 'Cadiz', 'Postal code': '11001' };
  for (const [label, text] of Object.entries(address)) await userEvent.type(await screen.findByLabelText(label), text);
  await userEvent.click(await button('Save address'));
  expect(await screen.findByText('Failed to update shipping address')).toBeTruthy();
  expect(to(sent, 'user/shipping')).toHaveLength(1);
});

test('requires all but the second address line, shows errors at the fields and confirms saving [D2-225] [D2-363]', async () => {
  const sent = start({ 'PUT user/shipping': { message: 'x', user: MARTA } });
  await userEvent.click(await button('Save address'));
  const errors = ['Full name is required', 'Street address is required', 'City is required', 'Postal code is required'];
  for (const error of errors) expect(await screen.findByText(error)).toBeTruthy();
  expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(4);
  expect(to(sent, 'user/shipping')).toEqual([]);
  const address = { 'Full name': 'Marta', 'Street address': 'Calle 1', City: 'Cadiz', 'Postal code': '11001' };
  for (const [label, text] of Object.entries(address)) await userEvent.type(await screen.findByLabelText(label), text);
  await userEvent.click(await button('Save address'));
  expect(await screen.findByText('Shipping address updated successfully')).toBeTruthy();
  expect(to(sent, 'user/shipping')[0]?.body).toMatchObject({ fullName: 'Marta', streetAddress2: '', city: 'Cadiz' });
});

test('says when figures cannot be loaded [D2-359]', async () => {
  start({ 'GET user/stats': silent }, '/settings');
  expect(await screen.findByRole('heading', { name: 'Failed to load user profile' })).toBeTruthy();
});

test('says in advance which characters a new password takes [D2-215]', async () => {
  start({}, '/settings');
  const field = await screen.findByLabelText('New password');
  const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).toContain('! @ # $ % ^ & *, one of each, and nothing else');
});

describe('a new password', () => {
  const WEAK =
    'Password must be at least 8 characters long and contain uppercase, lowercase, number and special character';
  const LABELS = ['Current password', 'New password', 'Confirm new password'] as const;
  /** Types the values, presses the button, and returns the error at each field. */
  const refused = async (typed: readonly string[], reply?: unknown) => {
    const sent = start({ 'POST user/change-password': reply }, '/settings');
    for (const [index, label] of LABELS.entries())
      if (typed[index]) await userEvent.type(await screen.findByLabelText(label), typed[index]);
    await userEvent.click(await button('Update password'));
    await waitFor(() => expect(document.querySelector('form [aria-invalid="true"]')).toBeTruthy());
    const beside = (label: string) => {
      const field = screen.getByLabelText(label);
      const told = (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id));
      return field.getAttribute('aria-invalid') === 'true' ? told.at(-1)?.textContent : null;
    };
    return { errors: LABELS.map(beside), sent: to(sent, 'user/change-password') };
  };

  test.each([
    [['', 'Relicless1!', 'Relicless1!'], 0, 'Current password is required'],
    [['Old-word1!', '', 'Relicless1!'], 1, 'New password is required'],
    [['Old-word1!', 'Relicless1!', ''], 2, 'Please confirm the new password'],
    [['Old-word1!', 'Relicless1!', 'Relicless2!'], 2, 'New passwords do not match'],
    [['Old-word1!', 'Relic1!', 'Relic1!'], 1, WEAK],
    [['Old-word1!', 'Relic less1!', 'Relic less1!'], 1, WEAK],
  ] as const)(
    'typed as %j shows its error at field %d and is not sent [D2-211] [D2-212] [D2-216]',
    async (typed, field, words) => {
      const { errors, sent } = await refused(typed);
      expect(errors).toEqual(LABELS.map((_, index) => (index === field ? words : null)));
      expect(sent).toEqual([]);
    },
  );

  test.each([
    ['mentions an invalid authentication code', 'Invalid authentication code', 0, 'Current password is incorrect'],
    ['says anything else', 'The vault is sealed', 1, 'Failed to update password. Please try again.'],
  ] as const)('refused with %s shows the screen’s own text [D2-349] [D2-350]', async (_, message, field, words) => {
    const { errors } = await refused(['Old-word1!', 'Relicless1!', 'Relicless1!'], json({ message }, 400));
    expect(errors[field]).toBe(words);
    expect(screen.queryByText('Password updated successfully')).toBeNull();
  });
});

test.each([
  ['profile', 'Profile'],
  ['seller', 'Seller'],
  ['shipping', 'Shipping'],
  ['treasury', 'Profile'],
  ['', 'Profile'],
])('opens the tab named in the URL, otherwise the profile [D2-106] [D2-107]', async (asked, shown) => {
  start({ 'GET seller/status': silent }, asked ? `/settings?tab=${asked}` : '/settings');
  expect((await screen.findByRole('tab', { selected: true })).textContent).toBe(shown);
  expect(screen.getAllByRole('tabpanel')).toHaveLength(1);
  expect(screen.getByRole('tabpanel', { name: shown })).toBeTruthy();
});

test.each([
  [0, 0, 'No ratings yet'],
  [5, 1, '5.0 (1 review)'],
  [14, 3, '4.7 (3 reviews)'],
])(
  'shows reputation as sum by count to one decimal with the number of reviews [D2-403] [D2-012]',
  async (reputation, ratingCount, text) => {
    start({ 'GET user/stats': { ...MEMBER_REPLIES['GET user/stats'], reputation, ratingCount } }, '/settings');
    expect((await screen.findByText('Reputation')).nextElementSibling?.textContent).toBe(text);
  },
);

test('sends the new password with the old one and clears the fields [D2-351] [D2-306]', async () => {
  const sent = start({ 'POST user/change-password': { message: 'x' } }, '/settings');
  const fields = {
    'Current password': 'Old-word1!',
    'New password': 'Relicless1!',
    'Confirm new password': 'Relicless1!',
  };
  for (const [label, text] of Object.entries(fields)) await userEvent.type(await screen.findByLabelText(label), text);
  await userEvent.click(await button('Update password'));
  expect(await screen.findByText('Password updated successfully')).toBeTruthy();
  await waitFor(() => {
    for (const label of Object.keys(fields)) expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe('');
  });
  expect(to(sent, 'user/change-password')[0]?.body).toEqual({
    currentPassword: 'Old-word1!',
    newPassword: 'Relicless1!',
  });
});
