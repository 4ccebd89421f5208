import { expect, test } from 'vitest';
import type { ListingReportNews } from '#application/notifications/emails/email.ts';
import type { ListingReportOutcome } from '#domain/moderation/listingReports.ts';
import { openEmailRenderer } from '#infrastructure/mail/renderEmail.ts';

const render = openEmailRenderer({ publicUrl: 'https://reliquary.example/', supportEmail: 'help@reliquary.example' });
const AT = Date.UTC(2026, 4, 7, 12, 30);
const [LISTING, SELLER, REPORTER] = ['1', '5', 'a'].map((letter) => letter.repeat(32)) as [string, string, string];
const common = { at: AT, case: 1, sellerId: SELLER, reporters: [REPORTER], statement: 'The mould line.', by: 'clerk' };

const told = (template: 'reportDecided' | 'complaintDecided', notice: Omit<ListingReportNews, 'title'>) =>
  render({
    template,
    username: 'Ada',
    role: null,
    transaction: null,
    details: { listing: LISTING },
    path: null,
    notice: { title: 'Drake', ...notice },
  }).text;

const removal = (signsIn: boolean) =>
  told('reportDecided', {
    side: 'seller',
    decided: 'removed',
    signsIn,
    fact: {
      type: 'ListingReportDecided',
      data: { ...common, outcome: 'removed', basis: 'terms', ownAccord: false, complainUntil: AT },
    },
  });

test('links the seller of a removed listing to complaints, or to support while suspended', () => {
  const signedIn = removal(true);
  expect(signedIn).toContain('Read it, or complain: https://reliquary.example/reports');
  expect(signedIn).not.toContain('suspended');
  expect(signedIn).toMatch(/complain within 184 days, until \d+ \w+ \d{4} at \d\d:\d\d CES?T, free of charge/);
  const suspended = removal(false);
  expect(suspended).toContain('Until it is reinstated, reply to this email to object');
  expect(suspended).toContain('Contact Us: https://reliquary.example/faq');
  expect(suspended).not.toContain('/reports');
});

const answered = (decided: ListingReportOutcome, outcome: 'stands' | 'reversed', removed: boolean) =>
  told('complaintDecided', {
    side: 'reporter',
    decided,
    signsIn: true,
    fact: { type: 'ListingComplaintDecided', data: { ...common, outcome, removed } },
  });

test.each([
  ['removed', 'stands', true, 'the decision stands, and the listing is off the market.'],
  ['removed', 'reversed', false, 'decided otherwise, and the listing may be on the market.'],
  ['nothing', 'stands', false, 'the decision stands, and the listing may be on the market.'],
  ['nothing', 'reversed', true, 'decided otherwise, and the listing is off the market.'],
  ['nothing', 'stands', true, 'the decision stands, but another decision keeps the listing off the market.'],
  ['removed', 'reversed', true, 'decided otherwise, but another decision keeps the listing off the market.'],
] as const)('tells where the listing is after a complaint about “%s” that ends with “%s” (removed: %s)', (...of) => {
  const [decided, outcome, removed, words] = of;
  expect(answered(decided, outcome, removed)).toContain(words);
});
