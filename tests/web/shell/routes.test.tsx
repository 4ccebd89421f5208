// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { ALL_ROUTES } from '#tests/support/allRoutes.ts';
import { aListing, aPage, freshBrowser, json, MEMBER_REPLIES, open, serve, signedIn } from '#tests/support/browser.tsx';

freshBrowser();

const ID = 'c'.repeat(32);
const PROTECTED = [
  '/dashboard',
  '/faq-contact',
  '/listings',
  `/listings/${ID}`,
  `/listings/${ID}/edit`,
  `/sellers/${ID}`,
  '/listings/create',
  '/listings/my-listings',
  '/messages',
  `/messages/conversation/${ID}`,
  '/transactions',
  `/transaction/${ID}`,
  `/transactions/${ID}`,
  `/transaction/${ID}/pause-escrow`,
  '/settings',
  '/seller/onboarding',
];

const OPEN = [
  '/',
  '/about',
  '/faq',
  '/how-a-sale-runs',
  '/terms',
  `/public/listings/${ID}`,
  `/public/sellers/${ID}`,
  '/login',
  '/register',
  '/registration-success',
  '/forgot-password',
  '/verify-email',
  '/email-change',
  '/new-factor',
  '/reset-password',
  '/unsubscribe',
];

/** Every path of the routes except the catch-all. */
const pathsOf = (some: readonly RouteObject[], under = ''): string[] =>
  some.flatMap(({ index, path, children = [] }) => [
    ...(index
      ? [under || '/']
      : path && path !== '*'
        ? [
            `${under}/${path
              .replace(/^\//, '')
              .replace(/:\w+\??/g, ID)
              .replace('?', '')}`,
          ]
        : []),
    ...pathsOf(children, path ? `${under}/${path}` : under),
  ]);
const GUARDED = [...new Set(pathsOf(ALL_ROUTES))].filter((path) => !OPEN.includes(path));

test('every route is classified as open or guarded [D1-036] [D1-337] [D1-343] [D2-020] [D2-029] [D2-031] [D2-032] [D2-033] [D2-035] [D2-036]', () => {
  expect(pathsOf(ALL_ROUTES)).toEqual(expect.arrayContaining([...OPEN, ...PROTECTED]));
  expect(GUARDED.length).toBeGreaterThan(PROTECTED.length);
});

test.each(GUARDED)(
  'sends a visitor of %s to the login before any request [D1-337] [D1-343] [D2-028] [D2-029] [D2-030] [D2-031] [D2-032] [D2-033] [D2-035] [D2-036]',
  async (path) => {
    const sent = serve({});
    const page = open(path);
    await waitFor(() => expect(page.address()).toBe('/login'));
    expect(page.state().from.pathname).toBe(path);
    expect(sent).toEqual([]);
  },
);

test.each([
  ['/', 'Painted by hand. Paid for in safety.'],
  ['/about', 'Why Reliquary?'],
  ['/faq', 'FAQ and contact'],
  ['/how-a-sale-runs', 'How a sale runs'],
  ['/terms', 'Terms and Conditions'],
  [`/public/listings/${aListing(1)._id}`, 'Figure 1'],
  ['/login', 'Access the Trading Archives'],
  ['/register', 'Join the Archives'],
  ['/registration-success', 'Your name is in the archives'],
  ['/forgot-password', 'Forgot password'],
  ['/verify-email', 'Email verification'],
  ['/reset-password', 'Invalid Reset Link'],
  ['/unsubscribe', 'Fewer emails'],
])(
  'shows %s to everybody, also when opened directly, in the public layout but for the terms [D1-034] [D1-036] [D1-337] [D2-019] [D2-020] [D2-021] [D2-022] [D2-023] [D2-252]',
  async (path, heading) => {
    serve({ 'GET listings': aPage([aListing(1)]), [`GET listings/${aListing(1)._id}`]: aListing(1) });
    const page = open(path);
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
    expect(page.address()).toBe(path);
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Main' }) !== null).toBe(path !== '/terms'));
  },
);

const RECORDS = { transactions: [], totalCount: 0, hasMore: false };

test.each([
  ['/dashboard', 'Dashboard Overview'],
  ['/listings', 'Sacred Repository'],
  ['/messages', 'Transmission Archives'],
  ['/transactions', 'My Transactions'],
  ['/settings', 'Account Settings'],
])(
  'shows a member %s in the main layout, without controls for planned features [D1-007] [D2-016] [D2-028] [D2-042] [D2-254]',
  async (path, heading) => {
    signedIn();
    serve({
      ...MEMBER_REPLIES,
      'GET listings': aPage([]),
      'GET transaction/history': RECORDS,
      'GET transaction/needs-you': RECORDS,
    });
    const page = open(path);
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
    expect(screen.getByRole('navigation', { name: 'Command Center' })).toBeTruthy();
    expect(page.address()).toBe(path);
    const controls = [...screen.queryAllByRole('link'), ...screen.queryAllByRole('button')];
    expect(controls.length).toBeGreaterThan(8);
    const planned = /wish ?list|language|mobile app|app store|paypal|currenc|analytics/i;
    expect(controls.filter(({ textContent }) => planned.test(textContent ?? ''))).toEqual([]);
  },
);

test('does not take fixed paths for listing ids [D2-031]', async () => {
  signedIn();
  const sent = serve({
    ...MEMBER_REPLIES,
    'GET listings/user': [],
    'GET user/profile': { platformAgreements: { feeAccepted: false } },
  });
  const page = open('/listings/my-listings');
  await screen.findByRole('heading', { level: 1, name: 'My Sacred Offerings' });
  await page.goTo('/listings/create');
  await screen.findByRole('heading', { level: 1, name: 'Create New Listing' });
  expect(sent.filter(({ path }) => /^listings\/(create|my-listings)$/.test(path))).toEqual([]);
});

test('opens the settings with the seller tab for onboarding [D2-037]', async () => {
  signedIn();
  serve({ ...MEMBER_REPLIES, 'GET seller/status': json({}, 400), 'GET user/profile': json({}, 400) });
  open('/seller/onboarding');
  expect(await screen.findByRole('heading', { level: 1, name: 'Account Settings' })).toBeTruthy();
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Seller');
});

test('shows three toasts at most, top centre, 14 px apart, 4 s each, with Alt+T [D1-031] [D1-483] [D1-484] [D1-485] [D2-039] [D2-402]', async () => {
  const seen: Record<string, unknown>[] = [];
  vi.resetModules();
  vi.doMock('sonner', () => ({
    Toaster: (props: Record<string, unknown>) => {
      seen.push(props);
      return null;
    },
    toast: { success: vi.fn(), error: vi.fn(), info: vi.fn() },
    useSonner: () => ({ toasts: [] }),
  }));
  const { toast } = await import('#web/ui/toast.ts');
  const { Toaster } = await import('#web/ui/Toaster.tsx');
  const { render } = await import('@testing-library/react');
  render(<Toaster />);
  toast.success('hello');
  await waitFor(() => expect(seen).not.toHaveLength(0));
  expect(seen[0]).toMatchObject({
    position: 'top-center',
    duration: 4000,
    visibleToasts: 3,
    gap: 14,
    hotkey: ['altKey', 'KeyT'],
    style: { maxWidth: 500 },
  });
  vi.doUnmock('sonner');
});
