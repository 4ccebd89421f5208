import { format } from 'node:util';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, configure, getConfig, render } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { ListingPage } from '#application/contract/listingSearch.ts';
import type { Listing } from '#application/contract/listings.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { SessionProvider } from '#web/api/session.tsx';
import { navigateWith } from '#web/api/sessionEnd.ts';
import { forgetSession } from '#web/api/sessionStore.ts';
import { routes } from '#web/routes.tsx';
import { browserHistory } from '#web/routing/browserHistory.ts';
import { Routing } from '#web/routing/Routing.tsx';
import { LoadingScreen } from '#web/ui/LoadingScreen.tsx';
import { loseWhatIsOnTheWay, onTheWay } from './latency.ts';
import { PATIENCE } from './patience.ts';
import { watchErrors } from './steadyErrors.ts';
import { PageWorker } from './workers.ts';

const { setImmediate } = globalThis;
const taskEnd = () => new Promise<void>((resolve) => setImmediate(resolve));

/** React runs effects such as moving focus in a separate task; waiting includes that task. */
const { asyncWrapper, getElementError } = getConfig();
const withWhatFollows: typeof asyncWrapper = async (wait) => {
  const result = await asyncWrapper(wait);
  await taskEnd();
  await taskEnd();
  return result;
};

/** Printing the page is slow and only useful for a final failure, so retries skip it. */
const printedWhenRead: typeof getElementError = (message, container) => {
  const error = new Error(message ?? undefined);
  error.name = 'TestingLibraryElementError';
  return Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => getElementError(message, container).message,
  });
};

configure({ getElementError: printedWhenRead, asyncUtilTimeout: PATIENCE, asyncWrapper: withWhatFollows });

/** A page in happy-dom with the real routes and a stubbed server. */
export type Sent = { method: string; path: string; query: URLSearchParams; headers: Headers; body: unknown };
type Reply = unknown | Response | Promise<unknown>;
type Replies = Record<string, Reply | ((sent: Sent) => Reply)>;

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });

/**
 * Replies by "METHOD path" under /api, without query; others answer 404. Responses take a while. Returns the
 * requests.
 */
export const serve = (replies: Replies): Sent[] => {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const call: Sent = {
      method: init.method ?? 'GET',
      path: pathname.replace('/api/', ''),
      query: searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    };
    sent.push(call);
    const number = sent.length;
    const key = `${call.method} ${call.path}`;
    const told = key in replies ? replies[key] : json({ message: `No reply for ${key}`, code: 'notFound' }, 404);
    const reply = await (typeof told === 'function' ? told(call) : told);
    await onTheWay(number, init.signal);
    return reply instanceof Response ? reply.clone() : json(reply);
  });
  return sent;
};

export const to = (sent: readonly Sent[], path: string): Sent[] => sent.filter((call) => call.path === path);

const encoded = (claims: object): string => btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_');

/** A token as the server signs it; `secondsLeft` until `exp`. */
export const tokenWith = (secondsLeft: number): string =>
  `head.${encoded({ exp: Math.floor(Date.now() / 1000) + secondsLeft })}.signature`;

export const MARTA = {
  _id: 'a'.repeat(32),
  userId: 'a'.repeat(32),
  username: 'marta_v',
  email: 'marta@example.eu',
  fullName: null,
  country: 'Spain',
  shippingAddress: null,
  platformAgreements: { termsAccepted: true, feeAccepted: true },
  roles: ['member' as const],
};

/** What the signed-in shell requests on its own. */
export const MEMBER_REPLIES = {
  'GET auth/verify': { valid: true, user: MARTA },
  'GET user/stats': {
    activeListings: 0,
    totalSales: 0,
    unreadMessages: 0,
    needsYou: 0,
    newReviews: 0,
    reputation: 0,
    ratingCount: 0,
  },
  'GET user/email-change': { email: MARTA.email, change: null, frozenUntil: null },
  'GET transaction/needs-you': { transactions: [], totalCount: 0, hasMore: false },
  'GET notifications': { notifications: [], pagination: { hasMore: false, currentPage: 1 }, unreadCount: 0 },
  'GET user/watching/ids': { listings: [] },
  'GET user/price-proposals': { proposals: [] },
  'GET user/reports': { reports: [] },
  'GET listings/franchises': { franchises: [] },
  'GET listings/factions': { factionData: {} },
  'GET listings/countries': ['Germany', 'Spain'],
};

/** What the settings request besides the profile. */
export const SETTINGS_REPLIES = {
  'GET user/account-status': { status: 'active', eraseAt: null },
  'GET user/blocked': [],
  'GET user/emails': { messages: 'atOnce', sales: 'daily', reviews: 'off', watching: 'atOnce', searches: 'atOnce' },
};

/** A late call of the previous test may have stored that nobody is signed in; overwrite it. */
export const signedIn = (user: object = MARTA): void => {
  localStorage.setItem('token', tokenWith(3600));
  localStorage.setItem('user', JSON.stringify(user));
  forgetSession();
};

export const aListing = (number: number, changes: Partial<Listing> = {}): Listing => {
  const id = number.toString(16).padStart(32, '0');
  return {
    _id: id,
    id,
    title: `Figure ${number}`,
    franchise: 'dnd',
    franchiseName: 'Dungeons & Dragons',
    mainFaction: 'Dragons',
    subfaction: '',
    condition: 'Painted',
    paintQuality: 'High Tabletop',
    price: 24.5,
    shipping: { domestic: 5, continental: 15, international: 30, own: false },
    description: 'Painted with care.',
    status: 'active',
    reserved: false,
    badge: null,
    disclaimerAccepted: true,
    images: [],
    location: 'Spain',
    posted: '2026-01-01T00:00:00.000Z',
    seller: { _id: 'b'.repeat(32), username: 'ruiz', reputation: 9, ratingCount: 2, joinDate: null },
    ...changes,
  };
};

export const aPage = (listings: Listing[], page: Partial<ListingPage> = {}): ListingPage => ({
  listings,
  hasMore: false,
  totalPages: 1,
  total: listings.length,
  partial: false,
  mended: [],
  currentPage: 1,
  next: null,
  nearest: [],
  ...page,
});

/** As the server writes it into index.html. */
export const SUPPORT = 'help@reliquary.example';

/** Opens the real routes at a path; `state` is navigation state. */
export const open = (path: string, state?: unknown) => {
  document.head.innerHTML = `<meta name="support-email" content="${SUPPORT}" />`;
  window.history.pushState(null, '', '/about');
  const history = browserHistory();
  history.push(path, state);
  navigateWith((next) => history.replace(next));
  render(
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <Routing routes={routes} history={history} loading={<LoadingScreen />} />
      </SessionProvider>
    </QueryClientProvider>,
  );
  return {
    address: () => window.location.pathname + window.location.search,
    /** Navigation state of the current entry. */
    state: () => history.visit().location.state,
    goTo: (next: string, from?: unknown) => act(async () => history.push(next, from)),
    goBack: () => act(async () => window.history.back()),
  };
};

/** Refetches the queries under this key and waits for the page to show the results, one turn later. */
export const askedAgain = (...queryKey: string[]): Promise<void> =>
  act(async () => {
    await queryClient.invalidateQueries({ queryKey });
    await new Promise((heard) => setTimeout(heard));
  });

/** Window width in px. */
export const viewport = (width: number): void => {
  const { happyDOM } = window as unknown as {
    happyDOM: { setViewport(size: { width: number; height: number }): void };
  };
  happyDOM.setViewport({ width, height: 800 });
};

/** Whether a control is disabled, itself or through its fieldset. */
export const isDisabled = (control: Element): boolean =>
  control.hasAttribute('disabled') || control.closest('fieldset[disabled]') !== null;

/** happy-dom does not know the element. */
const NO_COMPLAINT = 'The tag <search> is unrecognized in this browser';

/** Collects React's console errors. The returned function stops and returns them. */
const listenToConsole = (): (() => string[]) => {
  const said: string[] = [];
  const { error } = console;
  console.error = (...words: unknown[]) => {
    const complaint = format(...words);
    if (complaint.startsWith(NO_COMPLAINT)) return;
    said.push(complaint);
    error(...words);
  };
  return () => {
    console.error = error;
    return said;
  };
};

/**
 * Resets everything after each test, as in a new browser. Errors on screen must stay until a user acts, and the
 * console must stay silent (tests of broken screens take its messages).
 */
export const freshBrowser = (): void => {
  let stopWatching: (() => string[]) | undefined;
  let stopListening: (() => string[]) | undefined;
  beforeEach(() => {
    stopWatching = watchErrors();
    stopListening = listenToConsole();
    vi.stubGlobal('Worker', PageWorker);
  });
  afterEach(() => {
    const goneByThemselves = stopWatching?.();
    const complaints = stopListening?.();
    loseWhatIsOnTheWay();
    cleanup();
    // otherwise the next test's page would show old toasts
    toast.dismiss();
    queryClient.clear();
    localStorage.clear();
    sessionStorage.clear();
    forgetSession();
    vi.unstubAllGlobals();
    vi.useRealTimers();
    expect(goneByThemselves, 'errors that went away by themselves').toEqual([]);
    expect(complaints, 'said on the console').toEqual([]);
  });
};
