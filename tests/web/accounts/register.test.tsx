// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { REGISTRATION_COUNTRIES } from '#domain/catalogue/countries.ts';
import {
  aPage,
  freshBrowser,
  isDisabled,
  json,
  MEMBER_REPLIES,
  open,
  serve,
  signedIn,
  to,
} from '#tests/support/browser.tsx';

freshBrowser();

const fill = async () => {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Username'), 'marta');
  await user.type(screen.getByLabelText('Email'), 'marta@example.eu');
  await user.type(screen.getByLabelText('Password'), 'Sacred1!');
  await user.selectOptions(screen.getByLabelText('Country'), 'Spain');
  await user.click(screen.getByRole('checkbox'));
  return user;
};

const join = () => screen.getByRole('button', { name: 'Join the Sacred Archives' });

test('offers 30 countries with nothing chosen, and unticked terms in a new tab [D1-035] [D1-055] [D1-056] [D1-058] [D2-001] [D2-241]', async () => {
  serve({});
  open('/register');
  const country = await screen.findByLabelText<HTMLSelectElement>('Country');
  expect(country.value).toBe('');
  expect([...country.options].slice(1).map(({ value }) => value)).toEqual([...REGISTRATION_COUNTRIES]);
  const agreed = screen.getByRole<HTMLInputElement>('checkbox', { name: /^I am 18 or older and accept the Terms/ });
  expect(agreed.checked).toBe(false);
  const terms = screen.getByRole('link', { name: /^Terms and Conditions/ });
  expect(terms.getAttribute('target')).toBe('_blank');
  expect(terms.getAttribute('rel')).toContain('noopener');
  expect(screen.getByRole('main').querySelector('a[href="/login"]')).toBeTruthy();
});

test('shows the password rules on focus and ticks them while typing [D1-059]', async () => {
  serve({});
  open('/register');
  const password = await screen.findByLabelText('Password');
  expect(screen.queryByRole('list', { name: 'Password rules' })).toBeNull();
  const user = userEvent.setup();
  await user.click(password);
  const rules = screen.getByRole('list', { name: 'Password rules' });
  expect(rules.textContent).toContain('Must include a number, not yet');
  await user.keyboard('1');
  expect(rules.textContent).toContain('Must include a number, done');
  await user.tab();
  expect(screen.getByRole('list', { name: 'Password rules' })).toBeTruthy();
});

test('shows the first error as toast, sends nothing and clears errors on edit [D1-291] [D1-292]', async () => {
  const sent = serve({});
  open('/register');
  const user = userEvent.setup();
  await screen.findByLabelText('Username');
  await user.click(join());
  await waitFor(() => expect(screen.getAllByText('Username must be at least 3 characters')).toHaveLength(2));
  expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true');
  expect(to(sent, 'auth/register')).toHaveLength(0);
  await user.type(screen.getByLabelText('Username'), 'm');
  expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBeNull();
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
});

test('passes the e-mail in the navigation state, not in the URL [D1-054] [D1-060] [D1-061] [D1-062] [D1-436]', async () => {
  const sent = serve({ 'POST auth/register': { message: 'ok' } });
  const page = open('/register');
  const user = await fill();
  await user.click(join());
  await waitFor(() => expect(page.address()).toBe('/registration-success'));
  expect(
    await screen.findByText('Registration successful! Please check your email to verify your account.'),
  ).toBeTruthy();
  expect(await screen.findByText('marta@example.eu')).toBeTruthy();
  expect((await screen.findByRole('link', { name: 'Go to Login' })).getAttribute('href')).toBe('/login');
  expect(to(sent, 'auth/register')[0]?.body).toMatchObject({
    username: 'marta',
    email: 'marta@example.eu',
    country: 'Spain',
    platformAgreements: { termsAccepted: true },
  });
});

/** The error at a field, if any. */
const errorAt = (label: string | RegExp): string | undefined =>
  screen
    .getByLabelText(label)
    .getAttribute('aria-describedby')
    ?.split(' ')
    .flatMap((id) => document.getElementById(id) ?? [])
    .find((line) => line.className === 'error')?.textContent;
const message = () => document.querySelector('[data-sonner-toast][data-front="true"] [data-title]')?.textContent;
const TERMS = /^I am 18 or older/;

const WRONG: [label: string, value: string, words: string][] = [
  ['Username', '  ab ', 'Username must be at least 3 characters'],
  ['Email', 'marta', 'Please enter a valid email address'],
  ['Password', 'Aa1!aaa', 'Must be at least 8 characters'],
  ['Email', 'marta@example.e', 'Please enter a valid email address'],
  ['Password', 'aaaaaa1!', 'Must include upper and lowercase letters'],
  ['Country', '', 'Please select your country'],
  ['Password', 'Aaaaaaa!', 'Must include a number'],
  ['Email', 'marta@example.abcdefgh', 'Please enter a valid email address'],
  ['Password', 'Aaaaaaa1', 'Must include a special character (!@#$%^&*)'],
  [
    'Password',
    'aaaaaaaa',
    'Must include upper and lowercase letters, Must include a number, Must include a special character (!@#$%^&*)',
  ],
];

test('shows an error at its field and as toast, and sends nothing [D1-280] [D1-281] [D1-282] [D1-283] [D1-284] [D1-285] [D1-286] [D1-287] [D1-288] [D1-291]', async () => {
  const sent = serve({});
  open('/register');
  const user = await fill();
  for (const [label, value, words] of WRONG) {
    const field = screen.getByLabelText<HTMLInputElement>(label);
    const good = field.value;
    fireEvent.change(field, { target: { value } });
    await user.click(join());
    expect(errorAt(label)).toBe(words);
    await waitFor(() => expect(message()).toBe(words));
    fireEvent.change(field, { target: { value: good } });
    expect(errorAt(label)).toBeUndefined();
  }
  expect(to(sent, 'auth/register')).toEqual([]);
});

test('shows missing terms at the checkbox and, in other words, as toast [D1-289] [D1-290]', async () => {
  const sent = serve({});
  open('/register');
  const user = await fill();
  await user.click(screen.getByLabelText(TERMS));
  await user.click(join());
  expect(errorAt(TERMS)).toBe('You must accept the Terms and Conditions');
  await waitFor(() => expect(message()).toBe('Please accept the Terms and Conditions to continue'));
  expect(to(sent, 'auth/register')).toEqual([]);
});

const REFUSALS: [
  message: string | undefined,
  errors: object,
  at: string | RegExp,
  told: string | undefined,
  words: string,
][] = [
  [
    'Username already exists',
    {},
    'Username',
    'This username and/or email is already taken',
    'Please choose a different username or email',
  ],
  [
    'Email already exists',
    {},
    'Email',
    'This email is already registered',
    'Please use a different email or login to your existing account',
  ],
  [
    'This username or email exists',
    {},
    'Username',
    'This username and/or email is already taken',
    'Please choose a different username or email',
  ],
  ['Too many registrations', {}, 'Username', undefined, 'Too many registrations'],
  ['Easily guessed', { password: 'Easily guessed' }, 'Password', 'Easily guessed', 'Easily guessed'],
  [undefined, {}, 'Password', undefined, 'Error in the registration ritual. Please try again.'],
  [
    'Accept them',
    { 'platformAgreements.termsAccepted': 'Accept them', other: 'x' },
    TERMS,
    'Accept them',
    'Accept them',
  ],
];

test('shows the server’s refusal as toast and at its field [D1-293] [D1-429] [D1-430] [D1-431] [D1-432] [D1-433] [D1-434]', async () => {
  let refusal = json({}, 400);
  serve({ 'POST auth/register': () => refusal });
  const page = open('/register');
  const user = await fill();
  for (const [said, errors, label, told, words] of REFUSALS) {
    refusal = json({ message: said, errors }, 400);
    await user.click(join());
    await waitFor(() => expect(message()).toBe(words));
    expect(errorAt(label)).toBe(told);
    if (told) await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));
  }
  expect(page.address()).toBe('/register');
});

test('disables fields and button while registering [D1-057]', async () => {
  serve({ 'POST auth/register': () => new Promise(() => undefined) });
  open('/register');
  const user = await fill();
  await user.click(join());
  expect(isDisabled(await screen.findByRole('button', { name: 'Forging Identity...' }))).toBe(true);
  for (const label of ['Username', 'Email', 'Password', 'Country']) {
    expect(isDisabled(screen.getByLabelText(label))).toBe(true);
  }
  expect(isDisabled(screen.getByLabelText(TERMS))).toBe(true);
});

test('says "your email" without an address and asks for it before resending [D1-061] [D1-063]', async () => {
  serve({});
  open('/registration-success');
  expect(await screen.findByText('your email')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Resend Verification Email' }).disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Email'), 'marta@example.eu');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Resend Verification Email' }).disabled).toBe(false);
});

test('waits 30 seconds between two e-mails [D1-063]', async () => {
  const sent = serve({ 'POST auth/resend-verification': { message: 'ok' } });
  open('/registration-success', { email: 'marta@example.eu' });
  const resend = await screen.findByRole<HTMLButtonElement>('button', { name: 'Resend Verification Email' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(resend);
  await vi.waitFor(() => expect(resend.disabled).toBe(true));
  await act(() => vi.advanceTimersByTimeAsync(29_900));
  expect(screen.getByText('Sent. You can request another one in 30 seconds.')).toBeTruthy();
  expect(resend.disabled).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(resend.disabled).toBe(false);
  expect(to(sent, 'auth/resend-verification').map(({ body }) => body)).toEqual([{ email: 'marta@example.eu' }]);
});

test('reports a failed resend [D1-447]', async () => {
  serve({ 'POST auth/resend-verification': json({ code: 'internal' }, 500) });
  open('/registration-success', { email: 'marta@example.eu' });
  await userEvent.click(await screen.findByRole('button', { name: 'Resend Verification Email' }));
  expect(await screen.findByText('Failed to resend verification email')).toBeTruthy();
});

test('redirects signed-in members from register and forgot-password to the listings [D1-038]', async () => {
  for (const path of ['/register', '/forgot-password']) {
    signedIn();
    serve({ ...MEMBER_REPLIES, 'GET listings': aPage([]) });
    const page = open(path);
    await waitFor(() => expect(page.address()).toBe('/listings'));
  }
});

test.each([
  ['/verify-email?token=tok', 'Verified'],
  ['/reset-password?token=tok', 'Set new password'],
])('opens a mailed link for signed-in members too: %s [D1-038]', async (path, words) => {
  signedIn();
  serve({
    ...MEMBER_REPLIES,
    'GET auth/verify/tok': { message: 'Verified' },
    'GET auth/reset-password/validate': { valid: true },
  });
  const page = open(path);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(page.address()).toBe(path);
});
