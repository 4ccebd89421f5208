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

test('the form offers the 30 countries, nothing chosen, terms unticked and in a new tab [D1-035] [D1-055] [D1-056] [D1-058] [D2-001] [D2-241]', async () => {
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

test('the rules of the password appear with its focus and tick off while typing [D1-059]', async () => {
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

test('the first error is a toast and nothing is sent; editing a field clears its error [D1-291] [D1-292]', async () => {
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

test('a success goes on with the email in the state, not in the address [D1-054] [D1-060] [D1-061] [D1-062] [D1-436]', async () => {
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

/** What stands at a field as its error, if anything does. */
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

test('what is wrong with a field stands at it and in the message, and nothing is sent [D1-280] [D1-281] [D1-282] [D1-283] [D1-284] [D1-285] [D1-286] [D1-287] [D1-288] [D1-291]', async () => {
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

test('terms that are not accepted are told at their box and, in other words, by the message [D1-289] [D1-290]', async () => {
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

test('a refusal of the server is told by a message, and stays at its field [D1-293] [D1-429] [D1-430] [D1-431] [D1-432] [D1-433] [D1-434]', async () => {
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

test('while the account is being made fields and button are disabled [D1-057]', async () => {
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

test('without an email in the state the page says "your email" and asks for it before another mail [D1-061] [D1-063]', async () => {
  serve({});
  open('/registration-success');
  expect(await screen.findByText('your email')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Resend Verification Email' }).disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Email'), 'marta@example.eu');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Resend Verification Email' }).disabled).toBe(false);
});

test('half a minute lies between two mails [D1-063]', async () => {
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

test('a mail that could not be sent again is told [D1-447]', async () => {
  serve({ 'POST auth/resend-verification': json({ code: 'internal' }, 500) });
  open('/registration-success', { email: 'marta@example.eu' });
  await userEvent.click(await screen.findByRole('button', { name: 'Resend Verification Email' }));
  expect(await screen.findByText('Failed to resend verification email')).toBeTruthy();
});

test('the signed-in are sent from register and forgot-password to the listings [D1-038]', async () => {
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
])('a mailed link works for the signed-in too: %s [D1-038]', async (path, words) => {
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
