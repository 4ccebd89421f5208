// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  aPage,
  freshBrowser,
  isDisabled,
  json,
  MARTA,
  MEMBER_REPLIES,
  open,
  serve,
  signedIn,
  to,
  tokenWith,
} from '#tests/support/browser.tsx';
import { supportEmail } from '#web/api/support.ts';

freshBrowser();

const WELCOME = {
  ...MEMBER_REPLIES,
  'POST auth/login': () => ({ token: tokenWith(3600), user: MARTA }),
  'GET listings': aPage([]),
};

const type = async (email: string, password: string) => {
  const user = userEvent.setup();
  if (email) await user.type(await screen.findByLabelText('Email'), email);
  if (password) await user.type(await screen.findByLabelText('Password'), password);
  await user.click(await screen.findByRole('button', { name: 'Access System' }));
};

test('shows headings, subtext, fields and links [D1-039] [D1-040] [D1-041] [D1-043]', async () => {
  serve({});
  open('/login');
  expect(await screen.findByRole('heading', { name: 'Access the Trading Archives' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Access the Archives' })).toBeTruthy();
  expect(screen.getByText('Enter your credentials, honored collector')).toBeTruthy();
  expect(screen.getByLabelText('Email').getAttribute('autocomplete')).toBe('username');
  expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password');
  const card = screen.getByRole('main');
  expect([...card.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/forgot-password',
    '/register',
  ]);
});

test('reports a missing e-mail or password and sends nothing [D1-294]', async () => {
  const sent = serve(WELCOME);
  open('/login');
  const box = async () => (await screen.findByRole('alert')).textContent;
  await type('', 'x');
  expect(await box()).toBe('Please enter both email and password');
  await userEvent.clear(screen.getByLabelText('Password'));
  await type('a@b.eu', '');
  expect(await box()).toBe('Please enter both email and password');
  expect(to(sent, 'auth/login')).toEqual([]);
  await type('', 'x');
  expect(await screen.findByText('Login successful!')).toBeTruthy();
  expect(to(sent, 'auth/login')).toHaveLength(1);
});

test('confirms a login, replaces the page with the listings and sends the token [D1-046] [D1-295] [D1-339]', async () => {
  const sent = serve(WELCOME);
  const page = open('/login');
  await type('marta@example.eu', 'weak');
  expect(await screen.findByText('Login successful!')).toBeTruthy();
  await waitFor(() => expect(page.address()).toBe('/listings'));
  expect(to(sent, 'auth/login')[0]?.body).toEqual({
    email: 'marta@example.eu',
    password: 'weak',
    device: localStorage.getItem('browser'),
  });
  await waitFor(() => expect(to(sent, 'listings')).not.toEqual([]));
  const token = `Bearer ${localStorage.getItem('token')}`;
  const later = sent.filter(({ path }) => path !== 'auth/login');
  expect(later.map(({ headers }) => headers.get('Authorization'))).toEqual(later.map(() => token));
  await page.goBack();
  await waitFor(() => expect(page.address()).toBe('/about'));
});

test('disables the form while busy and sends only one call [D1-042] [D1-051]', async () => {
  let finish: (value: unknown) => void = () => undefined;
  const answer = new Promise((resolve) => {
    finish = resolve;
  });
  const sent = serve({
    ...WELCOME,
    'POST auth/login': () => answer,
  });
  open('/login');
  await type('marta@example.eu', 'secret');
  const busy = await screen.findByRole('button', { name: 'Establishing Connection...' });
  expect(isDisabled(busy)).toBe(true);
  expect(isDisabled(screen.getByLabelText('Email'))).toBe(true);
  expect(isDisabled(screen.getByLabelText('Password'))).toBe(true);
  busy.closest('form')?.requestSubmit();
  finish(json({ message: 'Invalid email or password', status: 401 }, 401));
  expect(await screen.findByRole('button', { name: 'Access System' })).toBeTruthy();
  expect(to(sent, 'auth/login')).toHaveLength(1);
});

test('shows the server’s message in a red box and a toast [D1-425] [D1-426] [D1-427]', async () => {
  serve({ 'POST auth/login': json({ message: 'Invalid email or password', status: 401 }, 401) });
  const page = open('/login');
  await type('marta@example.eu', 'wrong');
  const box = await screen.findByRole('alert');
  expect(box.textContent).toBe('Invalid email or password - The system does not recognize your credentials.');
  await waitFor(() =>
    expect(document.querySelector('[data-sonner-toast]')?.textContent).toBe('Invalid email or password'),
  );
  expect(page.address()).toBe('/login');
});

/** What a screen reader announces unprompted, with counts. */
const timesSaid = (words: string): number =>
  [...document.querySelectorAll('[role="alert"], [role="status"], [aria-live]')].filter(({ innerHTML }) => {
    const heard = document.createElement('div');
    heard.innerHTML = innerHTML;
    for (const silent of heard.querySelectorAll('[aria-hidden="true"]')) silent.remove();
    return heard.textContent?.includes(words);
  }).length;

test.each([
  ['that the server refuses', 'wrong', 'Invalid email or password'],
  ['without a password', undefined, 'Please enter both email and password'],
])('announces a login %s once', async (_, password, words) => {
  serve({ 'POST auth/login': json({ message: words, status: 401 }, 401) });
  open('/login');
  await userEvent.type(await screen.findByLabelText('Email'), 'marta@example.eu');
  if (password) await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Access System' }));
  await waitFor(() => expect(document.querySelector('[data-sonner-toast]')?.textContent).toBe(words));
  expect(timesSaid(words)).toBe(1);
});

test('shows the screen’s own text if the server gives no message [D1-425] [D1-426] [D1-427]', async () => {
  serve({ 'POST auth/login': json({}, 401) });
  open('/login');
  await type('marta@example.eu', 'secret');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Login failed. Please check your credentials. - The system does not recognize your credentials.',
  );
  await waitFor(() =>
    expect(document.querySelector('[data-sonner-toast]')?.textContent).toBe(
      'Login failed. Please check your credentials.',
    ),
  );
});

test.each([
  ['of the server', json({}, 500), 'Login failed. Please check your credentials.'],
  [
    'of what stands before it',
    new Response('<h1>Bad Gateway</h1>', { status: 502 }),
    'Login failed. Please check your credentials.',
  ],
  ['of a limit', json({ message: 'Too many attempts', code: 'tooMany' }, 429), 'Too many attempts'],
])('does not blame the credentials for a failure %s [D1-425] [D1-426]', async (_, reply, words) => {
  serve({ 'POST auth/login': reply });
  open('/login');
  await type('marta@example.eu', 'secret');
  expect((await screen.findByRole('alert')).textContent).toBe(words);
});

test('offers another e-mail to an unverified account [D1-234] [D1-448]', async () => {
  const sent = serve({
    'POST auth/login': json({ message: 'Please verify your email address first', code: 'emailNotVerified' }, 403),
    'POST auth/resend-verification': { message: 'ok' },
  });
  open('/login');
  await type('marta@example.eu', 'secret');
  expect((await screen.findByRole('alert')).textContent).toBe('Please verify your email address first');
  await userEvent.click(screen.getByRole('button', { name: 'Resend Verification Email' }));
  expect(await screen.findByText('Verification email has been resent. Please check your inbox.')).toBeTruthy();
  expect(to(sent, 'auth/resend-verification')[0]?.body).toEqual({ email: 'marta@example.eu' });
});

test('redirects a signed-in member to the listings or the previous location [D1-045]', async () => {
  signedIn();
  serve({ ...WELCOME, 'GET transaction/history': { transactions: [], totalCount: 0, hasMore: false } });
  const page = open('/login?returnUrl=%2Fdashboard');
  await waitFor(() => expect(page.address()).toBe('/listings'));
  await page.goBack();
  await waitFor(() => expect(page.address()).toBe('/about'));
  await page.goTo('/login', { from: { pathname: '/faq-contact', search: '', hash: '' } });
  await waitFor(() => expect(page.address()).toBe('/faq-contact'));
});

test('sends a visitor from a guarded page to the login and back [D1-047] [D2-041]', async () => {
  serve(WELCOME);
  const page = open('/faq-contact');
  await waitFor(() => expect(page.address()).toBe('/login'));
  await type('marta@example.eu', 'secret');
  await waitFor(() => expect(page.address()).toBe('/faq-contact'));
  await page.goBack();
  await waitFor(() => expect(page.address()).toBe('/about'));
});

test.each([
  ['/faq-contact?x=1', '/faq-contact?x=1'],
  ['https://evil.example/faq-contact', '/listings'],
])('opens the returnUrl after a login unless it leads elsewhere: %s [D1-044] [D1-048]', async (wanted, reached) => {
  serve(WELCOME);
  const page = open(`/login?returnUrl=${encodeURIComponent(wanted)}`);
  await type('marta@example.eu', 'secret');
  await waitFor(() => expect(page.address()).toBe(reached));
  await page.goBack();
  await waitFor(() => expect(page.address()).toBe('/about'));
});

test('opens the member page for the returnUrl of a public listing [D1-050]', async () => {
  serve(WELCOME);
  const id = 'c'.repeat(32);
  const page = open(`/login?returnUrl=${encodeURIComponent(`/public/listings/${id}?contact=1`)}`);
  await type('marta@example.eu', 'secret');
  await waitFor(() => expect(page.address()).toBe(`/listings/${id}?contact=1`));
});

test('shows the support address to a suspended member [D1-015]', async () => {
  const said = 'This account is suspended. Please contact support.';
  serve({ 'POST auth/login': json({ message: said, code: 'accountSuspended' }, 403) });
  open('/login');
  await type('marta@example.eu', 'weak');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(said);
  expect(alert.textContent).not.toContain('does not recognize');
  const support = supportEmail();
  expect(within(alert).getByRole('link', { name: support }).getAttribute('href')).toBe(`mailto:${support}`);
});
