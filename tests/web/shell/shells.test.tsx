// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  aPage,
  freshBrowser,
  json,
  MARTA,
  MEMBER_REPLIES,
  open,
  serve,
  signedIn,
  tokenWith,
  viewport,
} from '#tests/support/browser.tsx';
import { supportEmail } from '#web/api/support.ts';

freshBrowser();

beforeEach(() => viewport(1280));

const member = (path: string, replies: Record<string, unknown> = {}) => {
  signedIn();
  serve({ ...MEMBER_REPLIES, 'GET listings': aPage([]), ...replies });
  return open(path);
};

const side = () => screen.queryByRole('navigation', { name: 'Command Center' });

test('links the public header to about, FAQ, login and register [D1-018] [D1-019] [D1-020]', async () => {
  serve({});
  open('/faq');
  const header = within(await screen.findByRole('navigation', { name: 'Main' }));
  expect(header.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Why Reliquary?', '/about'],
    ['FAQ and contact', '/faq'],
    ['Login', '/login'],
    ['Register', '/register'],
  ]);
});

test('sends a visitor of a guarded page to the login at once, replacing the page [D1-342] [D2-041] [D2-249]', async () => {
  serve({});
  const page = open('/transactions?type=sale');
  await waitFor(() => expect(page.address()).toBe('/login'));
  expect(page.state().from).toMatchObject({ pathname: '/transactions', search: '?type=sale' });
  await page.goBack();
  await waitFor(() => expect(page.address()).toBe('/about'));
});

test('shows the loader instead of a guarded page while the session is verified [D1-053] [D1-341] [D2-040]', async () => {
  let finish: (value: unknown) => void = () => undefined;
  const answer = new Promise((resolve) => {
    finish = resolve;
  });
  const page = member('/faq-contact', { 'GET auth/verify': () => answer });
  expect(await screen.findByText('Accessing the archives...')).toBeTruthy();
  expect(side()).toBeNull();
  expect(page.address()).toBe('/faq-contact');
  await act(async () => finish({ valid: true, user: MARTA }));
  expect(await screen.findByRole('heading', { level: 1, name: 'FAQ & Contact Us' })).toBeTruthy();
});

test('shows the login’s own text while it loads [D1-052]', async () => {
  let finish: (value: unknown) => void = () => undefined;
  const answer = new Promise((resolve) => {
    finish = resolve;
  });
  const page = member('/login', { 'GET auth/verify': () => answer });
  const view = (await screen.findByText('Establishing connection to the Omnissiah...')).parentElement;
  expect(view?.className).toBe('loading-screen');
  expect(view?.querySelector('.lozenge')).toBeTruthy();
  await act(async () => finish({ valid: true, user: MARTA }));
  await waitFor(() => expect(page.address()).toBe('/listings'));
});

test('names the person in the side panel and marks only the current place [D1-022] [D1-025]', async () => {
  member('/listings/my-listings', { 'GET listings/user': [] });
  const panel = within(await screen.findByRole('navigation', { name: 'Command Center' }));
  expect(panel.getByText('marta_v')).toBeTruthy();
  expect(panel.getByText('marta@example.eu')).toBeTruthy();
  const current = panel.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
  expect(current.map(({ textContent }) => textContent)).toEqual(['My Listings']);
});

test('lists eight places in the side panel, in their order [D1-028] [D1-029] [D1-030]', async () => {
  member('/faq-contact');
  const panel = within(await screen.findByRole('navigation', { name: 'Command Center' }));
  expect(panel.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Browse Listings', '/listings'],
    ['Dashboard Overview', '/dashboard'],
    ['Create Listing', '/listings/create'],
    ['My Listings', '/listings/my-listings'],
    ['Messages', '/messages'],
    ['Account Settings', '/settings'],
    ['My Transactions', '/transactions'],
    ['FAQ & Contact Us', '/faq-contact'],
  ]);
});

test('opens the side panel at 768 px and closes it at 767 [D1-023] [D1-474]', async () => {
  viewport(768);
  member('/faq-contact');
  await screen.findByRole('heading', { level: 1, name: 'FAQ & Contact Us' });
  expect(side()).toBeTruthy();
});

test('overlays the panel on small screens; a click outside, Escape or a link closes it [D1-023] [D1-024] [D1-474]', async () => {
  viewport(767);
  const page = member('/faq-contact');
  const toggle = await screen.findByRole('button', { name: 'Open Command Center' });
  expect(side()).toBeNull();
  const user = userEvent.setup();
  await user.click(toggle);
  expect(side()).toBeTruthy();
  await user.click(document.querySelector('.side-scrim') as Element);
  expect(side()).toBeNull();
  await user.click(toggle);
  await user.keyboard('{Escape}');
  expect(side()).toBeNull();
  await user.click(toggle);
  await user.click(screen.getByRole('link', { name: 'Browse Listings' }));
  await waitFor(() => expect(page.address()).toBe('/listings'));
  expect(side()).toBeNull();
});

test('has bell and profile menu in the top bar, with five entries and the watch list [D1-021] [D1-026]', async () => {
  member('/faq-contact');
  const bar = within(within(await screen.findByRole('banner')).getByRole('navigation', { name: 'Account' }));
  expect(bar.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Notifications',
    'Profile menu, marta_v',
  ]);
  await userEvent.click(await screen.findByRole('button', { name: 'Profile menu, marta_v' }));
  const menu = within(await screen.findByRole('menu'));
  expect(menu.getAllByRole('menuitem').map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
    ['My Listings', '/listings/my-listings'],
    ['Messages', '/messages'],
    ['My Transactions', '/transactions'],
    ['Watch list', '/watching'],
    ['FAQ & Contact Us', '/faq-contact'],
    ['Logout', null],
  ]);
});

test('ends the session and goes home on logout [D1-027]', async () => {
  const page = member('/faq-contact', { 'POST auth/logout': new Response(null, { status: 204 }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Profile menu, marta_v' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
  await waitFor(() => expect(page.address()).toBe('/'));
  expect(localStorage.getItem('token')).toBeNull();
});

test.each([
  ['expired', 'sessionExpired', 'Session expired. Please login again.'],
  ['is refused', 'notSignedIn', 'Authentication failed. Please log in again.'],
  [
    'was ended elsewhere',
    'sessionEnded',
    'Authentication failed. Please log in again. This session was ended on another device, or by a change to your account.',
  ],
  ['ends with a suspension', 'sessionSuspended', 'This account is suspended. Please contact support.'],
])(
  'returns to the login with a reason and the way back if a session %s [D1-044] [D1-416] [D1-450]',
  async (_, code, words) => {
    const refusal = json({ message: 'no', code }, 401);
    const renewals = { 'POST auth/resume': refusal, 'POST auth/refresh': refusal };
    const page = member('/faq-contact?x=1', { 'GET user/stats': refusal, ...renewals });
    await waitFor(() => expect(page.address()).toBe(`/login?returnUrl=${encodeURIComponent('/faq-contact?x=1')}`));
    expect(await screen.findByText(words)).toBeTruthy();
    const address = screen.queryByRole('link', { name: supportEmail() });
    expect(address?.getAttribute('href')).toBe(code === 'sessionSuspended' ? `mailto:${supportEmail()}` : undefined);
  },
);

test('gives no reason after a sign-out', async () => {
  const page = member('/faq-contact', { 'POST auth/logout': new Response(null, { status: 204 }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Profile menu, marta_v' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
  await waitFor(() => expect(page.address()).toBe('/'));
  const [login] = await screen.findAllByRole('link', { name: 'Login' });
  await userEvent.click(login!);
  await screen.findByLabelText('Password');
  expect(screen.queryByText(/Sign in again/)).toBeNull();
});

test.each([
  ['while a page is open', 'GET user/stats', json({ message: 'no' }, 401)],
  ['before it is opened', 'GET auth/verify', json({ message: 'no', status: 401 }, 401)],
])('returns to a page after a new login if it was refused %s [D1-230]', async (_, call, refusal) => {
  let isOver = true;
  const page = member('/faq-contact?x=1', {
    [call]: () => (isOver ? refusal : MEMBER_REPLIES[call as keyof typeof MEMBER_REPLIES]),
    'POST auth/login': () => ({ token: tokenWith(3600), user: MARTA }),
  });
  await waitFor(() => expect(page.address()).toBe(`/login?returnUrl=${encodeURIComponent('/faq-contact?x=1')}`));
  expect(localStorage.getItem('token')).toBeNull();
  isOver = false;
  await userEvent.type(await screen.findByLabelText('Email'), 'marta@example.eu');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  await userEvent.click(screen.getByRole('button', { name: 'Access System' }));
  await waitFor(() => expect(page.address()).toBe('/faq-contact?x=1'));
});

test.each([
  ['home and to the login [D1-074] [D2-038]', false, ['/', '/login']],
  ['somebody who is signed in home and to their overview', true, ['/', '/dashboard']],
])('says that a path is unknown and leads %s', async (_, known, ways) => {
  if (known) signedIn();
  serve(MEMBER_REPLIES);
  open('/nowhere/at/all');
  expect(await screen.findAllByText('This page is not in the archives')).not.toHaveLength(0);
  const targets = within(screen.getByRole('main'))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(targets).toEqual(ways);
});

test('shows the error’s message and ways out when a page fails [D1-074] [D2-038]', async () => {
  const silence = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  serve({});
  open('/terms');
  document.querySelector('meta[name="support-email"]')?.remove();
  expect(await screen.findByText('index.html has no support-email')).toBeTruthy();
  const targets = within(screen.getByRole('main'))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(targets).toEqual(['/', '/login']);
  silence.mockRestore();
  warn.mockRestore();
});

test('says in plain words that an answer could not be read', async () => {
  const silence = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  member('/transactions', { 'GET user/profile': {}, 'GET transaction/history': { transactions: 'none' } });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('This page received an answer it cannot read.');
  expect(document.body.textContent).not.toMatch(/undefined|is not a function|TypeError/);
  silence.mockRestore();
  warn.mockRestore();
});
