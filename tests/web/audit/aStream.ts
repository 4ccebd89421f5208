import type {
  AuditEvent,
  AuditLedger,
  AuditStream,
  TAccountAnswer,
  TransactionAt,
} from '#application/contract/audit.ts';
import { filterChoices } from '#domain/audit/eventRow.ts';
import { NO_TRANSACTION } from '#domain/transactions/noTransaction.ts';

export const TRANSACTION = 'a'.repeat(32);
export const STREAM = `transaction-${TRANSACTION}`;
export const BUYER = 'b'.repeat(32);
export const SELLER = 'c'.repeat(32);

const hex = (number: number): string => number.toString(16).padStart(64, '0');

const anEvent = (revision: number, type: string, data: AuditEvent['data'], changes: Partial<AuditEvent> = {}) => ({
  id: hex(revision).slice(-32),
  type,
  version: 1,
  stream: STREAM,
  revision,
  position: String(100 + revision).padStart(20, '0'),
  recordedAt: new Date(Date.UTC(2026, 10, 14 + revision, 19, 34, 2)).toISOString(),
  actor: { id: 'system', role: 'system' },
  correlationId: 'f'.repeat(32),
  causationId: 'e'.repeat(32),
  commandId: 'd'.repeat(32),
  prevHash: revision === 0 ? null : hex(1000 + revision - 1),
  hash: hex(1000 + revision),
  data,
  personal: [],
  openable: [],
  ...changes,
});

export const EVENTS: AuditEvent[] = [
  anEvent(
    0,
    'TransactionCreated',
    { transactionId: 'TX7K2M9QPD', buyerId: BUYER, sellerId: SELLER, item: { title: 'Vharoth' }, amount: 14800 },
    { actor: { id: BUYER, role: 'member' } },
  ),
  anEvent(1, 'PaymentCaptured', { captured: 17115 }, { actor: { id: 'provider', role: 'provider' } }),
  anEvent(
    2,
    'ShipmentConfirmed',
    { trackingCode: '[personal]' },
    { actor: { id: SELLER, role: 'member' }, personal: ['trackingCode'] },
  ),
  anEvent(3, 'DisputeOpened', { category: 'DAMAGED', claim: 6000 }, { actor: { id: BUYER, role: 'member' } }),
];

export const aStream = (changes: Partial<AuditStream> = {}): AuditStream => ({
  stream: STREAM,
  masked: true,
  verification: { intact: true, revision: null, reason: null },
  events: EVENTS,
  totalCount: EVENTS.length,
  matchCount: EVENTS.length,
  ...filterChoices(EVENTS),
  hasMore: false,
  ...changes,
});

export const aTAccount = (changes: Partial<TAccountAnswer> = {}): TAccountAnswer => ({
  currency: 'EUR',
  captured: 171.15,
  covered: 0,
  refunded: 0,
  chargedBack: 0,
  paidOut: 0,
  fees: 0,
  held: 171.15,
  difference: 0,
  ...changes,
});

/** The transaction of that stream after one of its events. */
export const aTransactionAt = (revision: number): TransactionAt => {
  const paid = revision > 0;
  const disputed = revision > 2;
  return {
    revision,
    lastRevision: EVENTS.length - 1,
    event: EVENTS[revision]?.type ?? '',
    recordedAt: EVENTS[revision]?.recordedAt ?? '',
    status: ['CREATED', 'AWAIT_SHIPPING', 'IN_ESCROW', 'IN_ESCROW'][revision] ?? '',
    displayStatus: ['CREATED', 'AWAIT_SHIPPING', 'IN_ESCROW', 'IN_ESCROW_DISPUTED'][revision] ?? '',
    state: {
      ...NO_TRANSACTION,
      id: TRANSACTION,
      transactionId: 'TX7K2M9QPD',
      captured: paid ? 17115 : 0,
      money: paid ? 'escrow' : 'none',
      dispute: disputed ? 'awaiting_seller' : 'none',
      remaining: disputed ? 252_540_000 : null,
    },
    deadlines: disputed ? [{ kind: 'disputeAnswer', dueAt: '2026-11-29T09:30:00.000Z' }] : [],
    next: disputed
      ? [
          { kind: 'command', name: 'AcceptClaim', by: 'seller', dueAt: null, to: { dispute: 'settled' } },
          { kind: 'statement', name: 'chargeback.opened', by: null, dueAt: null, to: { chargeback: 'open' } },
          {
            kind: 'deadline',
            name: 'disputeAnswer',
            by: null,
            dueAt: '2026-11-29T09:30:00.000Z',
            to: { dispute: 'under_review' },
          },
        ]
      : [],
    balances: paid
      ? [
          { account: 'psp_clearing', amount: -171.15, currency: 'EUR' },
          { account: `escrow:${TRANSACTION}`, amount: 171.15, currency: 'EUR' },
        ]
      : [],
    tAccounts: paid ? [aTAccount()] : [],
  };
};

export const aLedger = (changes: Partial<AuditLedger> = {}): AuditLedger => ({
  balances: [
    { account: 'escrow', amount: 171.15, currency: 'EUR' },
    { account: 'psp_clearing', amount: -171.15, currency: 'EUR' },
  ],
  tAccounts: [],
  entries: [
    {
      account: 'psp_clearing',
      amount: -171.15,
      currency: 'EUR',
      transactionId: TRANSACTION,
      shortId: 'TX7K2M9QPD',
      eventId: '1'.repeat(32),
      at: '2026-11-15T19:34:02.000Z',
    },
    {
      account: `escrow:${TRANSACTION}`,
      amount: 171.15,
      currency: 'EUR',
      transactionId: TRANSACTION,
      shortId: 'TX7K2M9QPD',
      eventId: '1'.repeat(32),
      at: '2026-11-15T19:34:02.000Z',
    },
  ],
  totalCount: 2,
  hasMore: false,
  checks: [{ name: 'Every event sums to zero', holds: true, detail: '2 entries of 1 event' }],
  attestations: [{ at: '2026-11-16T02:00:00.000Z', agrees: true, detail: { held: 17115 } }],
  ...changes,
});
