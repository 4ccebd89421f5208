import type { CaseDesk } from '#application/contract/caseDesk.ts';
import type { CasePage, StaffCase } from '#application/contract/caseQueue.ts';
import type { CaseConsequences, CaseFile } from '#application/contract/cases.ts';
import type { ChargebackFile } from '#application/contract/chargebacks.ts';
import { aTransaction } from '../aSale.ts';

export const TRANSACTION = 'a'.repeat(32);
export const BUYER = { _id: 'b'.repeat(32), username: 'marta_v' };
export const SELLER = { _id: 'c'.repeat(32), username: 'atelier_ruiz' };
export const CONVERSATION = `conversation-${'f'.repeat(32)}`;
export const STAFF_PERSON = { _id: 'e'.repeat(32), username: 'archivist' };

export const aStaffCase = (changes: Partial<StaffCase> = {}): StaffCase => ({
  kind: 'disputeReview',
  about: 'Both have spoken, staff decide.',
  since: '2026-11-27T18:14:00.000Z',
  dueAt: '2026-12-04T18:14:00.000Z',
  overdue: false,
  assignee: null,
  snoozedUntil: null,
  notes: 0,
  waitsFor: 'staff',
  excludes: [],
  next: null,
  sale: {
    _id: TRANSACTION,
    transactionId: 'TX7K2M9QPD',
    status: 'IN_ESCROW',
    displayStatus: 'IN_ESCROW_DISPUTED',
    listing: { _id: 'd'.repeat(32), title: 'Vharoth, Red Wyrm of the Pass', images: [] },
    buyer: BUYER,
    seller: SELLER,
    captured: 171.15,
    held: 171.15,
    claim: 60,
    category: 'DAMAGED',
    claimedSoon: null,
    lastMove: { event: 'DisputeContested', at: '2026-11-27T18:14:00.000Z' },
    evidence: 3,
  },
  orphan: null,
  quarantine: null,
  ...changes,
});

export const aCasePage = (cases: StaffCase[], changes: Partial<CasePage> = {}): CasePage => ({
  cases,
  totalCount: cases.length,
  hasMore: false,
  counts: { disputeReview: cases.length },
  sales: [],
  terminations: [],
  ...changes,
});

const party = {
  status: 'active',
  country: 'Spain',
  joinDate: '2025-03-02T00:00:00.000Z',
  ratings: { count: 3, average: 4.7 },
  sales: { total: 5, disputed: 1, chargedBack: 0 },
};

const NOTHING_SAID = { category: null, claim: null, toBuyer: null, toSeller: null, evidence: [] };

export const aChargeback = (changes: Partial<ChargebackFile> = {}): ChargebackFile => ({
  chargebackId: 'cb_1',
  amount: 89.75,
  stands: 'open',
  openedAt: '2026-11-26T09:30:00.000Z',
  reason: 'product_not_received',
  respondBy: '2026-12-04T18:14:00.000Z',
  takesEvidence: true,
  endNeedsConfirmation: false,
  pendingEnd: null,
  pack: null,
  ...changes,
});

/** A dispute under review over €60.00 of €171.15, as staff receive it. */
export const aCaseFile = (changes: Partial<CaseFile> = {}): CaseFile => ({
  transaction: {
    ...aTransaction({
      role: 'staff',
      displayStatus: 'IN_ESCROW_DISPUTED',
      escrowEndDate: null,
      allowed: ['DecideDispute', 'PlaceStaffHold'],
      deadlines: [
        { kind: 'disputeReview', dueAt: '2026-12-04T18:14:00.000Z' },
        { kind: 'escalation', dueAt: '2027-01-28T18:41:00.000Z' },
      ],
    }),
    dispute: {
      state: 'under_review',
      openedBy: 'buyer',
      openedAt: '2026-11-26T09:30:00.000Z',
      category: 'DAMAGED',
      claim: 60,
      opening: { text: 'Left horn broken off, base chipped.', evidence: [] },
      answer: { text: 'It was whole when I packed it.', evidence: [] },
      offer: null,
    },
    return: null,
    decision: null,
    refund: null,
    sums: { held: 171.15, mostPartialRefund: 163 },
  },
  cases: [aStaffCase()],
  sums: {
    captured: 171.15,
    refunded: 0,
    chargedBack: 0,
    paidOut: 0,
    held: 171.15,
    fee: 8.15,
    mostPartialRefund: 163,
    needsConfirmation: false,
    needsDraft: false,
  },
  chargebacks: [],
  owedOutside: [],
  pendingSettlement: null,
  differences: [],
  refusedPayout: null,
  proven: null,
  statements: [
    {
      ...NOTHING_SAID,
      event: 'DisputeOpened',
      at: '2026-11-26T09:30:00.000Z',
      part: 'buyer',
      author: BUYER,
      text: 'Left horn broken off, base chipped.',
      category: 'DAMAGED',
      claim: 60,
      evidence: [
        {
          url: '/files/evidence/1.webp?signed',
          thumbnailUrl: '/files/evidence/1-small.webp?signed',
          takenAt: '2026-11-26T09:12:00',
          sha256: 'a1'.repeat(32),
        },
        {
          url: '/files/evidence/2.webp?signed',
          thumbnailUrl: '/files/evidence/2-small.webp?signed',
          takenAt: null,
          sha256: null,
        },
      ],
    },
    {
      ...NOTHING_SAID,
      event: 'DisputeContested',
      at: '2026-11-27T18:14:00.000Z',
      part: 'seller',
      author: SELLER,
      text: 'It was whole when I packed it.',
    },
  ],
  pendingDecision: null,
  timeline: [
    {
      revision: 0,
      event: 'TransactionCreated',
      status: 'CREATED',
      timestamp: '2026-11-14T18:34:00.000Z',
      detail: null,
      internal: false,
      actor: { id: BUYER._id, role: 'member', username: BUYER.username },
    },
    {
      revision: 7,
      event: 'EscalatedToStaff',
      status: 'IN_ESCROW',
      timestamp: '2026-11-27T18:14:00.000Z',
      detail: 'review',
      internal: true,
      actor: { id: 'system', role: 'system', username: null },
    },
  ],
  messages: [
    {
      _id: '1'.repeat(32),
      stream: CONVERSATION,
      part: 'buyer',
      content: 'The horn is broken.',
      imageUrl: null,
      createdAt: '2026-11-25T10:00:00.000Z',
    },
  ],
  parties: { buyer: { ...BUYER, ...party }, seller: { ...SELLER, ...party } },
  asSold: {
    revision: 4,
    at: '2026-11-14T18:34:00.000Z',
    changed: false,
    title: 'Vharoth, Red Wyrm of the Pass',
    description: 'Magnetised wings, no repairs.',
    franchiseName: 'Dungeons & Dragons',
    mainFaction: 'Monsters',
    subfaction: '',
    condition: 'Like new',
    paintQuality: 'Display Quality',
    images: [
      {
        original: 'wyrm.webp',
        thumbnail: 'wyrm-small.webp',
        s3Key: 'listings/wyrm',
        width: 800,
        height: 600,
        takenAt: '2026-11-10T17:40:00',
        sha256: 'b2'.repeat(32),
      },
    ],
  },
  earlier: { buyer: [], seller: [] },
  similar: [],
  tAccounts: [
    {
      currency: 'EUR',
      captured: 171.15,
      covered: 0,
      refunded: 0,
      chargedBack: 0,
      paidOut: 0,
      fees: 0,
      held: 171.15,
      difference: 0,
    },
  ],
  listingStatus: 'sold',
  ...changes,
});

/** Nobody works on it. */
export const A_DESK: CaseDesk = { assignee: null, snoozedUntil: null, colleagues: [], notes: [] };

export const CONSEQUENCES: CaseConsequences = {
  revision: 7,
  hash: 'c3'.repeat(32),
  steps: [
    {
      at: '2026-11-28T10:00:00.000Z',
      confirms: null,
      events: [{ event: 'DisputeDecided', detail: 'Our staff decided: €60.00 to the buyer' }],
      entries: [
        { account: `escrow:${TRANSACTION}`, amount: -60, currency: 'EUR' },
        { account: `refund_transit:${TRANSACTION}`, amount: 60, currency: 'EUR' },
      ],
      emails: [{ to: 'seller', subject: 'Dispute closed: TX7K2M9QPD', text: 'The dispute has ended.' }],
    },
  ],
  ended: [{ kind: 'disputeReview', dueAt: '2026-12-04T18:14:00.000Z' }],
  begun: [{ kind: 'payoutRun', dueAt: '2026-12-01T09:00:00.000Z' }],
  payoutAt: '2026-12-01T09:00:00.000Z',
  can: { buyer: ['GiveStatement'], seller: [] },
  appeals: {
    buyer: { until: '2026-12-05T10:00:00.000Z', afterRefund: true, why: null },
    seller: { until: null, afterRefund: false, why: 'refundLeaves' },
  },
};
