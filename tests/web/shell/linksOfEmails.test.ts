import { matchRoutes } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { EMAILS, type Email } from '#application/notifications/emails/email.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { openEmailRenderer } from '#infrastructure/mail/renderEmail.ts';
import { ALL_ROUTES } from '#tests/support/allRoutes.ts';

const SITE = 'https://reliquary.example';
const render = openEmailRenderer({ publicUrl: SITE, supportEmail: 'help@reliquary.example' });
const ONE_TIME: Readonly<Record<string, string>> = {
  verifyEmail: '/verify-email?token=t',
  resetPassword: '/reset-password?token=t',
};
/** Answered by the server. */
const NO_SCREEN = ['/ready'];

const transaction = {
  id: '7'.repeat(32),
  reference: 'TX7K2M9QPD',
  listingId: '1'.repeat(32),
  title: 'A dragon',
  picture: null,
  buyerId: 'b'.repeat(32),
  sellerId: '5'.repeat(32),
  amount: 1,
  fee: 1,
  policyVersion: CURRENT_TERMS.version,
  shippingCost: 1,
  total: 3,
  captured: 3,
  sessionId: null,
  paymentId: null,
  shipBy: 1,
  shippedAt: null,
  escrowEndsAt: 1,
  payoutAmount: null,
  purchaseEnd: null,
  cancelled: null,
  shipmentMissed: false,
};

const linksOf = (email: Pick<Email, 'template' | 'role' | 'transaction'>): string[] => {
  const path = ONE_TIME[email.template] ?? null;
  const details = { by: 'buyer', title: 'A dragon', faults: 'booksBehind', kind: 'dead' };
  const { text, html } = render({ ...email, username: 'Ada', details, path });
  const links = `${text} ${html}`.match(new RegExp(`${SITE}[^\\s"<]*`, 'g')) ?? [];
  return [...new Set(links.map((link) => link.slice(SITE.length).split('?')[0] ?? ''))];
};

/** The path of the matching route; '*' is the not-found page. */
const screenOf = (path: string): string | undefined => {
  const paths = matchRoutes(ALL_ROUTES, path)?.flatMap(({ route }) => route.path ?? []);
  return paths && (paths.length === 0 ? '/' : paths.join('/'));
};

describe.each(EMAILS)('the links of the e-mail %s', (template) => {
  test.each([
    ['buyer', transaction],
    ['seller', transaction],
    [null, null],
  ] as const)('to the %s lead to screens that exist', (role, of) => {
    const links = linksOf({ template, role, transaction: of });
    expect(links.length).toBeGreaterThan(0);
    // without a sale the links to one are incomplete; such e-mails are never sent
    const whole = links.filter((path) => of !== null || !/\/(transactions|listings|transaction)\/($|\/)/.test(path));
    for (const path of whole.filter((each) => !NO_SCREEN.includes(each)))
      expect({ path, none: /(^|\/)\*$|^undefined$/.test(`${screenOf(path)}`) }).toEqual({ path, none: false });
  });
});

test('the test finds a path without a screen', () => {
  expect(screenOf('/staff/cases/7/none')).toBe('staff/*');
  expect(screenOf('/nowhere')).toBe('*');
  expect(screenOf(`/staff/cases/${transaction.id}`)).toBe('staff/cases/:id');
});
