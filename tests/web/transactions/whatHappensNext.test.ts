import { expect, test } from 'vitest';
import type { TransactionDetail } from '#application/contract/transactions.ts';
import { whatHappensNext } from '#web/transactions/components/next/whatHappensNext.ts';
import { lifecycleSteps } from '#web/transactions/lifecycle.ts';
import { deadlineEntries, inOrder, type TimelineEntry } from '#web/transactions/text/timelineText.ts';
import { moneyOf } from '#web/transactions/transactionMoney.ts';
import { dueTime } from '#web/ui/dates.ts';
import { timeLeft } from '#web/ui/timeLeft.ts';
import { aDispute, aTransaction } from './aSale.ts';

const NOW = Date.parse('2026-11-25T19:24:00.000Z');
const END = '2026-11-28T13:12:00.000Z';

const next = (changes: Partial<TransactionDetail>, now = NOW) => {
  const transaction = aTransaction(changes);
  return whatHappensNext({
    sale: transaction,
    money: moneyOf(transaction),
    reader: transaction.role === 'seller' ? 'seller' : 'buyer',
    now,
  });
};

test('shows in escrow the end and three outcomes with amount and date [D2-078]', () => {
  const { title, lead, until, outcomes } = next({});
  expect([title, lead, until]).toEqual(['Escrow Status', `Escrow ends on ${dueTime(END)}.`, END]);
  expect(outcomes).toEqual([
    {
      when: 'You confirm',
      what: '€163.00 is released to the seller. It is paid out once their bank account is verified, usually within 3 business days.',
    },
    {
      when: 'You pause',
      what: 'The clock stops and the money stays in escrow. After 30 days of pause in all, a dispute opens by itself.',
    },
    { when: 'If nothing happens', what: 'The money then goes to the seller.' },
  ]);
});

test('announces before the last 74 hours from when a pause is possible', () => {
  const { outcomes } = next({}, Date.parse('2026-11-20T00:00:00.000Z'));
  expect(outcomes[1]?.what).toContain(`Possible from ${dueTime('2026-11-25T11:12:00.000Z')}`);
});

test('shows the reason of a pause and no countdown [D2-077]', () => {
  const { lead, reason, until } = next({
    displayStatus: 'IN_ESCROW_PAUSED',
    escrowStatus: { isPaused: true, pauseReason: 'Item not yet received' },
    escrowEndDate: null,
  });
  expect([lead, reason, until]).toEqual(['Escrow is currently paused', 'Item not yet received', null]);
});

test('shows the clock as stopped by a dispute, even during a pause [D2-078]', () => {
  const escrowStatus = { isPaused: true, pauseReason: 'Late' };
  expect(
    next({ displayStatus: 'IN_ESCROW_DISPUTED', escrowEndDate: null, escrowStatus, dispute: aDispute() }).clock,
  ).toBe('The escrow countdown is paused, because a dispute is open. The money stays in escrow meanwhile.');
});

test('tells the buyer of an unshipped transaction both ways in which the seller is paid', () => {
  const { outcomes } = next({ status: 'AWAIT_SHIPPING', displayStatus: 'AWAIT_SHIPPING' });
  expect(outcomes[0]?.what).toBe(
    'Escrow runs 12 days. The money is released to the seller when you confirm the arrival, or 12 days after shipment unless something stops the clock.',
  );
});

test('promises no payout day while the bank or staff hold the money', () => {
  const released = (hold: 'chargeback' | 'staff') => next({ escrowEndDate: null, holds: [hold] }).outcomes[0];
  expect(released('staff')).toEqual({
    when: 'You confirm',
    what: '€163.00 is released to the seller. It is paid out when the hold has ended.',
  });
  expect(released('chargeback')?.what).toBe(
    '€163.00 is released to the seller. It is paid out once the bank has decided, except what the bank takes back.',
  );
});

test('tells the seller of an unshipped transaction what a missed deadline costs', () => {
  const { lead, until, outcomes } = next({
    status: 'AWAIT_SHIPPING',
    displayStatus: 'AWAIT_SHIPPING',
    role: 'seller',
    deadlines: [{ kind: 'shipment', dueAt: END }],
  });
  expect(until).toBe(END);
  expect(lead).toBe(`You have until ${dueTime(END)} to ship it and confirm the shipment.`);
  expect(outcomes[1]?.what).toBe('The buyer gets €171.15 back, fee included.');
  expect(outcomes[2]?.what).toBe('The sale is cancelled and the buyer gets everything back, the fee included.');
});

test('shows a processing payment instead of the payment window', () => {
  const { title, until } = next({
    status: 'PAYMENT_PENDING',
    displayStatus: 'PAYMENT_PENDING',
    deadlines: [{ kind: 'settlement', dueAt: END }],
  });
  expect([title, until]).toEqual(['The bank is processing the payment', END]);
});

const paymentEvent = (event: string) => ({ status: 'PAYMENT_PENDING', timestamp: END, event, detail: null });

test('gives a bank payment in progress its own day in the steps', () => {
  const [paid] = lifecycleSteps(
    aTransaction({
      status: 'PAYMENT_PENDING',
      paymentHistory: [paymentEvent('PaymentProcessing')],
      deadlines: [{ kind: 'settlement', dueAt: END }],
    }),
  );
  expect(paid).toEqual({ label: 'Paid', note: 'until 28 Nov', state: 'now' });
});

test.each(['buyer', 'seller'] as const)('shows the %s no held amount without an address', (role) => {
  const [paid] = next({ status: 'CREATED', displayStatus: 'CREATED', shippingCost: null, role }).outcomes;
  expect(paid?.what).toMatch(/^The total is held in escrow, and .+ 4 days to ship\.$/);
  const [known] = next({ status: 'PAYMENT_PENDING', displayStatus: 'PAYMENT_PENDING', role }).outcomes;
  expect(known?.what).toMatch(/^€171\.15 is held in escrow/);
});

test('does not promise the seller of an unpaid transaction that others can buy', () => {
  const { outcomes } = next({ status: 'CREATED', displayStatus: 'CREATED', role: 'seller' });
  expect(outcomes[2]?.what).toMatch(/listing is no longer kept for it\.$/);
});

test.each([
  ['buyer', 'you'],
  ['seller', 'the buyer'],
] as const)('tells the %s of a transaction that ended during a bank payment where the money goes', (role, payer) => {
  const ended = (...events: string[]) =>
    next({ status: 'CANCELLED', displayStatus: 'CANCELLED', role, paymentHistory: events.map(paymentEvent) }).lead;
  expect(ended('PaymentProcessing')).toContain(`all of it goes back to ${payer}`);
  expect(ended('PaymentProcessing', 'PaymentFailed')).toMatch(/before anything was charged/);
});

test('promises no automatic retry after the last refund attempt', () => {
  const failed = (retryAt: string | null) =>
    next({
      status: 'REFUND_BUYER',
      displayStatus: 'REFUND_BUYER',
      refund: { amount: 171.15, toSeller: 0, fee: 0, state: 'failed', retryAt },
    });
  expect(failed(END).outcomes[2]?.what).toMatch(/^We try again after .+; then our staff take over\.$/);
  const { lead, outcomes } = failed(null);
  expect(lead).toContain('Our staff take care of it');
  expect(outcomes[2]?.what).toBe('Our staff try again, or send it by bank transfer.');
});

test('tells the buyer of an approved return whom to ask for the address', () => {
  const approved = { state: 'approved', request: { text: '', evidence: [] } } as unknown as TransactionDetail['return'];
  const first = (role: 'buyer' | 'seller') =>
    next({ displayStatus: 'RETURN_IN_PROGRESS', role, return: approved }).outcomes[0]?.what;
  expect(first('buyer')).toMatch(/^Ask the seller for the return address,/);
  expect(first('seller')).toMatch(/^First tell the buyer where to send it\./);
});

test.each([
  'CREATED',
  'PAYMENT_PENDING',
  'PAYMENT_FAILED',
  'AWAIT_SHIPPING',
  'IN_ESCROW',
  'ESCROW_COMPLETED',
  'READY_FOR_PAYOUT',
  'PAYOUT_INITIATED',
  'REFUND_BUYER',
] as const)('shows three outcomes in %s to both parties', (status) => {
  for (const role of ['buyer', 'seller'] as const)
    expect(next({ status, displayStatus: status, role }).outcomes).toHaveLength(3);
});

test.each(['COMPLETED', 'CANCELLED', 'REFUNDED'] as const)('promises nothing more in %s', (status) => {
  const { outcomes, lead } = next({ status, displayStatus: status });
  expect(outcomes).toEqual([]);
  expect(lead).toMatch(/Nothing more happens/);
});

test('shows money still owed after the end, and does not count a returned refund', () => {
  const owed = '€20.00 has not reached you yet.';
  const lead = (status: 'COMPLETED' | 'REFUNDED') => next({ status, displayStatus: status, owed }).lead;
  expect(lead('REFUNDED')).toBe(owed);
  expect(lead('COMPLETED')).toBe(`The seller has been paid. ${owed}`);
});

test('still expects a refund for a transaction that a bank ended and reopened', () => {
  const fact = (event: string) => ({ status: 'REFUNDED', timestamp: END, event, detail: null });
  const again = [
    ...aTransaction().paymentHistory,
    fact('ChargebackLost'),
    fact('ChargebackReversed'),
    fact('RefundRequested'),
  ];
  const last = (status: 'REFUNDED' | 'REFUND_BUYER', paymentHistory: typeof again) =>
    lifecycleSteps(aTransaction({ status, paymentHistory })).at(-1);
  expect(last('REFUND_BUYER', again)).toMatchObject({ label: 'Refunded', state: 'now' });
  expect(last('REFUNDED', [...again, fact('RefundCompleted')])).toMatchObject({ label: 'Refunded', state: 'past' });
});

const told = (entries: TimelineEntry[]) => inOrder(entries).map(({ title, ahead }) => [title, ahead]);

test('puts deadlines above the timeline, furthest first, without those of staff', () => {
  const entries = deadlineEntries(
    aTransaction({
      deadlines: [
        { kind: 'lastNotice', dueAt: '2026-11-27T13:12:00.000Z' },
        { kind: 'escalation', dueAt: '2027-01-28T13:12:00.000Z' },
        { kind: 'escrowEnd', dueAt: END },
      ],
    }),
    NOW,
  );
  expect(told(entries)).toEqual([
    ['Escrow ends, money released', true],
    ['Notice to the buyer: 1 day left', true],
  ]);
});

test('puts a sent reminder in the past, and a late deadline still in the future', () => {
  const at = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();
  const shipped = { title: 'Shipment confirmed', detail: null, status: 'In Escrow', ahead: false };
  const entries = deadlineEntries(
    aTransaction({
      deadlines: [
        { kind: 'firstNotice', dueAt: at(-1) },
        { kind: 'escrowEnd', dueAt: at(-0.5) },
      ],
    }),
    NOW,
  );
  expect(told([...entries, { ...shipped, at: at(-90) }])).toEqual([
    ['Escrow ends, money released', true],
    ['Notice to the buyer: 3 days left', false],
    ['Shipment confirmed', false],
  ]);
});

test('counts the remaining time in whole minutes, never below zero', () => {
  expect(timeLeft(END, NOW)).toEqual({ days: 2, hours: 17, minutes: 48 });
  expect(timeLeft(END, Date.parse(END) + 1)).toEqual({ days: 0, hours: 0, minutes: 0 });
});

test('is at the third step when shipped, and past all when completed', () => {
  expect(lifecycleSteps(aTransaction()).map(({ state }) => state)).toEqual(['past', 'past', 'now', 'ahead', 'ahead']);
  const fact = (event: string) => ({ status: 'COMPLETED', timestamp: END, event, detail: null });
  const done = aTransaction({
    status: 'COMPLETED',
    paymentHistory: [...aTransaction().paymentHistory, fact('EscrowReleased'), fact('PayoutCompleted')],
  });
  expect(lifecycleSteps(done).every(({ state }) => state === 'past')).toBe(true);
  const after = [
    ...aTransaction().paymentHistory,
    fact('EscrowReleased'),
    fact('PayoutFailed'),
    fact('PayoutArrivedLate'),
  ];
  const late = aTransaction({ status: 'COMPLETED', paymentHistory: after });
  expect(lifecycleSteps(late).every(({ state }) => state === 'past')).toBe(true);
});

test('expects a returned payout again until another has arrived', () => {
  const fact = (event: string) => ({ status: 'COMPLETED', timestamp: END, event, detail: null });
  const back = [
    ...aTransaction().paymentHistory,
    fact('EscrowReleased'),
    fact('PayoutCompleted'),
    fact('PayoutReturned'),
  ];
  const stepOf = (paymentHistory: typeof back) =>
    lifecycleSteps(aTransaction({ status: 'ESCROW_COMPLETED', paymentHistory })).at(-1);
  expect(stepOf(back)).toEqual({ label: 'Paid out', note: 'once the seller can be paid', state: 'now' });
  expect(stepOf([...back, fact('PayoutCompleted')])?.state).toBe('past');
});

const RELEASED = [
  ...aTransaction().paymentHistory,
  { status: 'ESCROW_COMPLETED', timestamp: END, event: 'EscrowReleased', detail: null },
] as const;
const leaving = (kind: 'payoutRun' | 'payoutRetry') => ({ deadlines: [{ kind, dueAt: '2026-12-02T09:00:00.000Z' }] });

test.each<[string, Partial<TransactionDetail>, string]>([
  ['has a day', { status: 'READY_FOR_PAYOUT', ...leaving('payoutRun') }, 'leaves on 2 Dec'],
  ['failed and is tried again', { status: 'READY_FOR_PAYOUT', ...leaving('payoutRetry') }, 'leaves on 2 Dec'],
  ['has no account to go to', { status: 'ESCROW_COMPLETED' }, 'once the seller can be paid'],
  ['has none of the reader’s to go to', { status: 'READY_FOR_PAYOUT', role: 'seller' }, 'once you can be paid'],
  ['is held', { status: 'READY_FOR_PAYOUT', ...leaving('payoutRun'), holds: ['staff'] }, 'on hold'],
  ['is disputed', { status: 'ESCROW_COMPLETED', dispute: aDispute() }, 'on hold'],
  ['is sent', { status: 'PAYOUT_INITIATED' }, 'on its way'],
])('shows what is known of a payout that %s', (_, changes, note) => {
  const steps = lifecycleSteps(aTransaction({ deadlines: [], paymentHistory: [...RELEASED], ...changes }));
  expect(steps.at(-1)).toEqual({ label: 'Paid out', note, state: 'now' });
});

test('dates a payout in business days before its release, also after the release was revoked', () => {
  const revoked = { status: 'ESCROW_COMPLETED', timestamp: END, event: 'ReleaseRevoked', detail: null } as const;
  for (const transaction of [
    aTransaction(),
    aTransaction({ status: 'ESCROW_COMPLETED', paymentHistory: [...RELEASED, revoked] }),
  ])
    expect(lifecycleSteps(transaction).at(-1)?.note).toBe('3 business days');
});
