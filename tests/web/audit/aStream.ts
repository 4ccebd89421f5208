import type {
  AuditEvent,
  AuditLedger,
  AuditStream,
  StreamSegment,
  TAccountAnswer,
} from '#application/contract/audit.ts';
import { EVENTS_PER_SEGMENT, STREAM_LENGTH_HEADER } from '#application/contract/limits.ts';
import { filterChoices } from '#domain/audit/eventRow.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { json } from '#tests/support/browser.tsx';

export const TRANSACTION = 'a'.repeat(32);
export const STREAM = `transaction-${TRANSACTION}`;
export const BUYER = 'b'.repeat(32);
export const SELLER = 'c'.repeat(32);

const hex = (number: number): string => number.toString(16).padStart(64, '0');

const instantOf = (revision: number): number => Date.UTC(2026, 10, 14 + revision, 19, 34, 2);

const anEvent = (revision: number, type: string, data: AuditEvent['data'], changes: Partial<AuditEvent> = {}) => ({
  id: hex(revision).slice(-32),
  type,
  version: 1,
  stream: STREAM,
  revision,
  position: String(100 + revision).padStart(20, '0'),
  recordedAt: new Date(instantOf(revision)).toISOString(),
  actor: { id: 'system', role: 'system' },
  correlationId: 'f'.repeat(32),
  causationId: 'e'.repeat(32),
  commandId: 'd'.repeat(32),
  prevHash: revision === 0 ? null : hex(1000 + revision - 1),
  hash: hex(1000 + revision),
  data: { at: instantOf(revision), ...data },
  personal: [],
  openable: [],
  ...changes,
});

export const EVENTS: AuditEvent[] = [
  anEvent(
    0,
    'TransactionCreated',
    {
      id: TRANSACTION,
      transactionId: 'TX7K2M9QPD',
      buyerId: BUYER,
      sellerId: SELLER,
      listingId: 'd'.repeat(32),
      item: { title: 'Vharoth', images: [] },
      amount: 14800,
      fee: 740,
      sellerCountry: 'Germany',
      windowEndsAt: instantOf(0) + 1_800_000,
      policyVersion: CURRENT_TERMS.version,
    },
    { actor: { id: BUYER, role: 'member' } },
  ),
  anEvent(
    1,
    'PaymentCaptured',
    {
      paymentId: 'pi_1',
      sessionId: 'cs_1',
      captured: 17115,
      shipBy: instantOf(5),
      shipReminderAt: instantOf(4),
      escalateAt: instantOf(60),
    },
    { actor: { id: 'provider', role: 'provider' } },
  ),
  anEvent(
    2,
    'ShipmentConfirmed',
    {
      trackingCode: '[personal]',
      carrier: '[personal]',
      escrowEndsAt: instantOf(14),
      firstNoticeAt: instantOf(11),
      lastNoticeAt: instantOf(13),
      policyVersion: CURRENT_TERMS.version,
    },
    { actor: { id: SELLER, role: 'member' }, personal: ['trackingCode'] },
  ),
  anEvent(
    3,
    'DisputeOpened',
    { by: 'buyer', category: 'DAMAGED', claim: 6000, answerBy: instantOf(6), remaining: 252_540_000 },
    { actor: { id: BUYER, role: 'member' } },
  ),
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

/** The answers with these events in parts, as the server gives them. */
export const inSegments = (
  events: readonly AuditEvent[],
  { stream = STREAM, ...changes }: Partial<StreamSegment> = {},
): Record<string, Response> =>
  Object.fromEntries(
    Array.from({ length: Math.max(1, Math.ceil(events.length / EVENTS_PER_SEGMENT)) }, (_, segment) => {
      const own = events.slice(segment * EVENTS_PER_SEGMENT, (segment + 1) * EVENTS_PER_SEGMENT);
      const verification = { intact: true, revision: null, reason: null };
      const body: StreamSegment = { stream, segment, masked: true, verification, events: own, ...changes };
      const headers = { [STREAM_LENGTH_HEADER]: String(events.length), ETag: `"${segment} ${own.at(-1)?.hash}"` };
      return [`GET audit/streams/${stream}/segments/${segment}`, json(body, 200, headers)];
    }),
  );

/** A history with events that a test adds while it is open. `add` wakes its readers. */
export const growing = (begun: readonly AuditEvent[], stream = STREAM) => {
  let events = begun;
  let control: ReadableStreamDefaultController<Uint8Array> | undefined;
  const segmentOf = (path: string) => () => inSegments(events, { stream })[path];
  const paths = [0, 1, 2].map((segment) => `GET audit/streams/${stream}/segments/${segment}`);
  const changes = () => {
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      control = controller;
    };
    return new Response(new ReadableStream({ start }), { headers: { 'Content-Type': 'text/event-stream' } });
  };
  return {
    replies: {
      ...Object.fromEntries(paths.map((path) => [path, segmentOf(path)])),
      [`GET audit/streams/${stream}/changes`]: changes,
    },
    isFollowed: () => control !== undefined,
    add: (...added: AuditEvent[]) => {
      events = [...events, ...added];
      control?.enqueue(new TextEncoder().encode('event: history\ndata: {}\n\n'));
    },
  };
};

export const aBalance = (
  changes: Partial<AuditLedger['balances'][number]> & { account: string },
): AuditLedger['balances'][number] => ({
  amount: 0,
  opening: 0,
  movement: 0,
  debits: 0,
  credits: 0,
  currency: 'EUR',
  ...changes,
});

export const aLedger = (changes: Partial<AuditLedger> = {}): AuditLedger => ({
  balances: [
    aBalance({ account: 'escrow', amount: 171.15, movement: 171.15, credits: 171.15 }),
    aBalance({ account: 'psp_clearing', amount: -171.15, movement: -171.15, debits: 201.15, credits: 30 }),
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
      type: 'PaymentCaptured',
      revision: 3,
      at: '2026-11-15T19:34:02.000Z',
    },
    {
      account: `escrow:${TRANSACTION}`,
      amount: 171.15,
      currency: 'EUR',
      transactionId: TRANSACTION,
      shortId: 'TX7K2M9QPD',
      eventId: '1'.repeat(32),
      type: 'PaymentCaptured',
      revision: 3,
      at: '2026-11-15T19:34:02.000Z',
    },
  ],
  totalCount: 2,
  bookings: 1,
  hasMore: false,
  checks: [{ name: 'Every event sums to zero', holds: true, detail: '2 entries of 1 event' }],
  attestations: [{ at: '2026-11-16T02:00:00.000Z', agrees: true, detail: { held: 17115 } }],
  ...changes,
});
