import { describe, expect, test } from 'vitest';
import { COMPLAINT_PERIOD, COMPLAINT_TIME, complaintEnd, MOST_REPORTS } from '#domain/moderation/limits.ts';
import {
  isInOpenCase,
  type ListingReportCommand,
  type ListingReportEvent,
  type ListingReports,
  listingReports,
} from '#domain/moderation/listingReports.ts';
import { decisionWords, redressWords } from '#domain/moderation/listingReportsText.ts';
import type { Actor, Role } from '#domain/shared/actor.ts';
import { DAY } from '#domain/shared/instants.ts';
import { givenWith } from '#tests/support/given.ts';

const given = givenWith(listingReports);
const AT = Date.UTC(2026, 4, 7);
const someone = (letter: string, role: Role = 'member') => ({ id: letter.repeat(32), role }) as const;
const [ANNA, BEN, SELLER] = [someone('a'), someone('b'), someone('5')];
const [CLERK, COLLEAGUE] = [someone('c', 'staff'), someone('d', 'staff')];
const UNTIL = Date.UTC(2026, 10, 7, 23) - 1;

type Command<Type> = Extract<ListingReportCommand, { type: Type }>;
const report = (
  by: Actor = ANNA,
  listing: Partial<Command<'ReportListing'>['listing']> = {},
): ListingReportCommand => ({
  type: 'ReportListing',
  at: AT,
  by,
  ground: 'counterfeit',
  explanation: 'It is a recast.',
  listing: { status: 'active', removed: false, sellerId: SELLER.id, revision: 3, ...listing },
});
const decide = (fields: Partial<Command<'DecideReport'>> = {}): ListingReportCommand => ({
  type: 'DecideReport',
  at: AT,
  by: CLERK,
  case: 1,
  outcome: 'removed',
  basis: 'terms',
  statement: 'The mould line shows it.',
  sellerErased: false,
  ...fields,
});
const complain = (by: Actor = SELLER, at = AT): ListingReportCommand => ({
  type: 'Complain',
  at,
  by,
  case: 1,
  text: 'It is an original.',
});
const answer = (fields: Partial<Command<'DecideComplaint'>> = {}): ListingReportCommand => ({
  type: 'DecideComplaint',
  at: AT,
  by: COLLEAGUE,
  case: 1,
  outcome: 'reversed',
  statement: 'The invoice proves it.',
  sellerErased: false,
  ...fields,
});

const reported = ({ id }: Actor = ANNA, number = 1): ListingReportEvent => ({
  type: 'ListingReported',
  data: {
    at: AT,
    case: number,
    sellerId: SELLER.id,
    reporterId: id,
    ground: 'counterfeit',
    explanation: 'It is a recast.',
    listingRevision: 3,
  },
});
const decided = (
  fields: Partial<Extract<ListingReportEvent, { type: 'ListingReportDecided' }>['data']> = {},
): ListingReportEvent => ({
  type: 'ListingReportDecided',
  data: {
    at: AT,
    case: 1,
    sellerId: SELLER.id,
    reporters: [ANNA.id],
    outcome: 'removed',
    basis: 'terms',
    ownAccord: false,
    statement: 'The mould line shows it.',
    by: CLERK.id,
    complainUntil: UNTIL,
    ...fields,
  },
});
const complained = ({ id }: Actor = SELLER, number = 1): ListingReportEvent => ({
  type: 'ListingComplaintMade',
  data: { at: AT, case: number, sellerId: SELLER.id, complainantId: id, text: 'It is an original.' },
});
const answered = (
  outcome: 'stands' | 'reversed',
  removed: boolean,
  fields: { case?: number; reporters?: string[] } = {},
): ListingReportEvent => ({
  type: 'ListingComplaintDecided',
  data: {
    at: AT,
    case: 1,
    sellerId: SELLER.id,
    reporters: [ANNA.id],
    outcome,
    removed,
    statement: 'The invoice proves it.',
    by: COLLEAGUE.id,
    ...fields,
  },
});
const stays = decided({ outcome: 'nothing' });

describe('a report', () => {
  test('opens a case', () => given().when(report()).emits(reported()));
  test('joins an open case if it comes from somebody else', () =>
    given(reported()).when(report(BEN)).emits(reported(BEN)));
  test('changes nothing if the same person repeats it during an open case', () =>
    given(reported()).when(report()).changesNothing());
  test('opens a new case after a decision, even from the same person', () =>
    given(reported(), stays).when(report()).emits(reported(ANNA, 2)));
  test('is ignored beyond the limit', () => {
    const many = Array.from({ length: MOST_REPORTS }, (_, place) =>
      reported({ id: String(place).padStart(32, '0'), role: 'member' }),
    );
    given(...many)
      .when(report())
      .changesNothing();
  });
  test.each([{ status: 'none' as const }, { removed: true }])('is rejected for an invisible listing: %j', (listing) =>
    given().when(report(ANNA, listing)).isRejected({ code: 'listingNotFound' }),
  );
  test('is rejected for your own listing', () =>
    given().when(report(SELLER)).isRejected({ code: 'ownListingReported' }));
});

describe('a decision', () => {
  test('covers all reporters and names the end of the complaint period', () =>
    given(reported(), reported(BEN))
      .when(decide())
      .emits(decided({ reporters: [ANNA.id, BEN.id] })));
  test('keeps that it suspends the seller, and tells only the seller so', () => {
    given(reported())
      .when(decide({ suspends: true }))
      .emits(decided({ suspended: true }));
    const words = (side: 'seller' | 'reporter') =>
      decisionWords(side, { outcome: 'removed', basis: 'terms', ownAccord: false, suspended: true }).join(' ');
    expect([words('seller'), words('reporter')].map((text) => text.includes('suspended your account'))).toEqual([
      true,
      false,
    ]);
  });
  test('stores no statement if the seller is erased', () =>
    given(reported())
      .when(decide({ sellerErased: true }))
      .emits(decided({ statement: null })));
  test('is made once', () => given(reported(), decided()).when(decide()).isRejected({ code: 'reportDecided' }));
  test('is rejected without a report', () => given().when(decide()).isRejected({ code: 'noSuchReport' }));
  test.each([SELLER, ANNA])('cannot be made by the seller or a reporter', ({ id }) =>
    given(reported())
      .when(decide({ by: { id, role: 'staff' } }))
      .isRejected({ code: 'ownReportDecided' }),
  );
  test('cannot be made by somebody with an open transaction with the seller', () =>
    given(reported())
      .when(decide({ ownSale: true }))
      .isRejected({ code: 'ownSale' }));
  test('is recorded for a removal without report, and closes open reports', () => {
    const removal: ListingReportCommand = {
      type: 'RecordRemoval',
      at: AT,
      by: { id: 'system', role: 'system' },
      sellerId: SELLER.id,
      remover: CLERK.id,
      statement: 'A cast.',
    };
    given(reported())
      .when(removal)
      .emits(decided({ ownAccord: true, statement: 'A cast.' }));
    given(reported(), stays)
      .when(removal)
      .emits(decided({ case: 2, reporters: [], ownAccord: true, statement: 'A cast.' }));
  });
});

describe('a complaint', () => {
  test('comes from the seller after a removal', () =>
    given(reported(), decided()).when(complain()).emits(complained()));
  test('comes from a reporter if the listing stays', () =>
    given(reported(), stays).when(complain(ANNA)).emits(complained(ANNA)));
  test('is rejected from the side that won', () => {
    given(reported(), decided()).when(complain(ANNA)).isRejected({ code: 'noReasonToComplain' });
    given(reported(), stays).when(complain()).isRejected({ code: 'noReasonToComplain' });
  });
  test('is rejected from others, and without a decision', () => {
    given(reported(), decided()).when(complain(BEN)).isRejected({ code: 'noSuchReport' });
    given(reported()).when(complain()).isRejected({ code: 'noSuchReport' });
    given().when(complain()).isRejected({ code: 'noSuchReport' });
  });
  test('is made once for all reporters', () =>
    given(reported(), reported(BEN), decided({ outcome: 'nothing', reporters: [ANNA.id, BEN.id] }), complained(BEN))
      .when(complain(ANNA))
      .isRejected({ code: 'alreadyComplained' }));
  test('is accepted up to the promised moment', () => {
    given(reported(), decided())
      .when(complain(SELLER, UNTIL))
      .emits({
        ...complained(),
        data: { ...complained().data, at: UNTIL },
      });
    given(reported(), decided())
      .when(complain(SELLER, UNTIL + 1))
      .isRejected({ code: 'complaintTooLate' });
  });
  test('can be made until the end of the last day in Amsterdam, never less than six months', () => {
    const longest = Math.max(
      ...Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month + 6) - Date.UTC(2026, month)),
    );
    expect(COMPLAINT_PERIOD).toBe(longest);
    expect(COMPLAINT_TIME).toBe(`${COMPLAINT_PERIOD / DAY} days`);
    expect(complaintEnd(AT)).toBe(UNTIL);
    expect(redressWords('23 May 2027')).toContain(`complain within ${COMPLAINT_PERIOD / DAY} days, until 23 May 2027`);
  });
});

describe('an answer to a complaint', () => {
  const open = [reported(), decided(), complained()];
  test('reverses a removal, or keeps it', () => {
    given(...open)
      .when(answer())
      .emits(answered('reversed', false));
    given(...open)
      .when(answer({ outcome: 'stands' }))
      .emits(answered('stands', true));
  });
  test('reverses a decision to keep the listing, or confirms it', () => {
    const kept = [reported(), stays, complained(ANNA)];
    given(...kept)
      .when(answer())
      .emits(answered('reversed', true));
    given(...kept)
      .when(answer({ outcome: 'stands' }))
      .emits(answered('stands', false));
  });
  describe('an answer for a listing with two cases', () => {
    const second = { case: 2, reporters: [BEN.id] };
    const keptThenRemoved = [reported(), stays, complained(ANNA), reported(BEN, 2), decided(second)];

    test('says that the other case keeps it off the market', () =>
      given(...keptThenRemoved)
        .when(answer({ outcome: 'stands' }))
        .emits(answered('stands', true)));
    test('does not restore what the other case removed', () =>
      given(...keptThenRemoved, answered('reversed', true), complained(SELLER, 2))
        .when(answer({ case: 2 }))
        .emits(answered('reversed', true, second)));
    test('restores it if the other case allows it', () =>
      given(...keptThenRemoved, answered('stands', true), complained(SELLER, 2))
        .when(answer({ case: 2 }))
        .emits(answered('reversed', false, second)));
  });
  test('is given by another person', () =>
    given(...open)
      .when(answer({ by: CLERK }))
      .isRejected({ code: 'anotherPersonDecides' }));
  test('is final', () => {
    given(...open, answered('stands', true))
      .when(answer())
      .isRejected({ code: 'complaintDecided' });
    given(...open, answered('stands', true))
      .when(complain())
      .isRejected({ code: 'alreadyComplained' });
  });
  test('needs a complaint', () => given(reported(), decided()).when(answer()).isRejected({ code: 'noComplaint' }));
  test('cannot be given by the seller or a reporter', () =>
    given(...open)
      .when(answer({ by: { id: ANNA.id, role: 'staff' } }))
      .isRejected({ code: 'ownReportDecided' }));
  test('cannot be given by somebody with an open transaction with the seller', () =>
    given(...open)
      .when(answer({ ownSale: true }))
      .isRejected({ code: 'ownSale' }));
});

test.each([SELLER, ANNA])('treats seller and reporters as parties until the case is decided', (one) => {
  expect(isInOpenCase(given(reported()).state(), one)).toBe(true);
  expect(isInOpenCase(given(reported(), decided()).state(), one)).toBe(false);
  expect(isInOpenCase(given(reported(), decided(), reported(BEN, 2)).state(), ANNA)).toBe(false);
  expect(isInOpenCase(given(reported()).state(), CLERK)).toBe(false);
});

test('keeps reporters, decision, complainant and answer in the case', () => {
  const state: ListingReports = given(
    reported(),
    decided(),
    complained(),
    answered('reversed', false),
    reported(BEN, 2),
  ).state();
  expect(state).toEqual([
    {
      sellerId: SELLER.id,
      reporters: [ANNA.id],
      decision: { outcome: 'removed', by: CLERK.id, complainUntil: UNTIL },
      complainant: SELLER.id,
      answer: 'reversed',
    },
    { sellerId: SELLER.id, reporters: [BEN.id], decision: null, complainant: null, answer: null },
  ]);
});
