import { EURO } from '../../shared/currencies.ts';
import type { TransactionEventType } from '../events.ts';
import type { Act } from './acts.ts';
import { type Causes, command, fires, type ProviderWord, states, WORDS } from './causes.ts';

type Said = { saidAt?: number | undefined };
/** Older versions do not say when the provider said it. */
const when = ({ saidAt }: Said) => (saidAt === undefined ? {} : { occurredAt: saidAt });
const inCurrency = ({ currency }: { currency?: string | undefined }) => (currency === undefined ? {} : { currency });

type Refund = Said & { refundId: string; providerRefundId?: string | undefined };
const ofRefund = ({ refundId, providerRefundId, saidAt }: Refund) => ({
  refundId,
  ...(providerRefundId !== undefined && { providerRefundId }),
  ...when({ saidAt }),
});

/** The sum of all that one statement about a refund led to. */
const refundSums = ({ events }: Act): number[] => {
  const sums = events.flatMap(({ type, data }) =>
    ['RefundCompleted', 'PartialRefundCompleted', 'RefundArrivedLate', 'DuplicateRefundCompleted'].includes(type) &&
    'amount' in data
      ? [data.amount ?? 0]
      : [],
  );
  return [...new Set([sums.reduce((one, other) => one + other, 0), ...sums])];
};
const refunded = (data: Refund & { currency?: string | undefined }, act: Act, seller: Parameters<typeof states>[1]) =>
  refundSums(act).flatMap((amount) =>
    states(act, seller, { kind: 'refund.done', ...ofRefund(data), amount, ...inCurrency(data) }),
  );
const refundFailed = (data: Refund & { reason: string }, act: Act, seller: Parameters<typeof states>[1]) =>
  states(act, seller, { kind: 'refund.failed', ...ofRefund(data), reason: data.reason });
const retries = (act: Act, seller: Parameters<typeof states>[1]) => [
  ...fires(act, seller, 'refundRetry', 'duplicateRetry'),
  command('RetryRefund', act, { basedOn: act.before.revision }),
];
const payoutPaid = (payoutId: string, paidAt: number | undefined, act: Act, seller: Parameters<typeof states>[1]) =>
  states(act, seller, {
    kind: 'payout.paid',
    payoutId,
    amount: act.before.payoutAttempts[payoutId]?.asked ?? 0,
    ...(paidAt !== undefined && { occurredAt: paidAt }),
  });
const payoutBack = (
  { payoutId, reason = WORDS, ...said }: Said & { payoutId: string; reason?: string },
  act: Act,
  seller: Parameters<typeof states>[1],
) => {
  const amount = act.before.payoutAttempts[payoutId]?.asked ?? 0;
  const word = { payoutId, reason, ...when(said) };
  return states(
    act,
    seller,
    { kind: 'payout.failed', ...word, accountAtFault: false },
    { kind: 'payout.failed', ...word, accountAtFault: true },
    { kind: 'payout.returned', ...word, amount },
  );
};
const leaves = (act: Act, seller: Parameters<typeof states>[1]) => [
  ...fires(act, seller, 'payoutRun', 'payoutRetry'),
  command('InitiatePayout', act, { seller }),
  command('ReviewPayability', act, { seller }),
];

type OfBank = Said & {
  chargebackId: string;
  amount?: number;
  currency?: string | undefined;
  paymentId?: string | undefined;
};
/** Every statement of the bank about the claim that may have led to it: the sums of its events, and of the claim. */
const bankSays = (data: OfBank, act: Act, seller: Parameters<typeof states>[1]) => {
  const { chargebackId } = data;
  const claim = act.before.chargebacks[chargebackId];
  const mine = act.events.flatMap((event) =>
    'chargebackId' in event.data && event.data.chargebackId === chargebackId && 'amount' in event.data
      ? [(event.data as { amount: number }).amount]
      : [],
  );
  const back = claim?.back ?? 0;
  const sums = [
    ...mine,
    claim?.amount ?? 0,
    ...mine.map((sum) => sum + back),
    mine.reduce((one, other) => one + other, 0),
  ];
  const times = act.events.flatMap((event) =>
    'saidAt' in event.data && event.data.saidAt !== undefined ? [event.data.saidAt] : [],
  );
  const asked = 'respondBy' in data || 'reason' in data ? (data as object) : {};
  const about = {
    chargebackId,
    ...inCurrency(data),
    ...(data.paymentId !== undefined && { paymentId: data.paymentId }),
  };
  const words = (['opened', 'lost', 'won'] as const).flatMap((outcome) =>
    [...new Set(sums)].flatMap((amount) =>
      [...new Set([times[0] ?? act.at])].map(
        (occurredAt): ProviderWord =>
          ({ kind: `chargeback.${outcome}`, ...asked, ...about, amount, occurredAt }) as ProviderWord,
      ),
    ),
  );
  return states(act, seller, ...words);
};

/** Sentences for events of the provider, the bank and our own processes. */
export const causesOfMoney = {
  PaymentProcessing: ({ sessionId }, act, seller) => states(act, seller, { kind: 'payment.processing', sessionId }),
  PaymentCaptured: (data, act, seller) => states(act, seller, { kind: 'payment.paid', currency: EURO, ...data }),
  PaymentMismatched: (data, act, seller) => states(act, seller, { kind: 'payment.paid', ...data }),
  LatePaymentReceived: (data, act, seller) => states(act, seller, { kind: 'payment.paid', sessionId: WORDS, ...data }),
  DuplicatePaymentReceived: (data, act, seller) =>
    states(act, seller, { kind: 'payment.paid', sessionId: WORDS, ...data }),
  PaymentFailed: ({ sessionId, reason }, act, seller) =>
    states(act, seller, { kind: 'payment.failed', sessionId, reason }),

  RefundRequested: (_, act, seller) => fires(act, seller, 'decidedRefund'),
  RefundFailed: refundFailed,
  RefundRetried: (_, act, seller) => retries(act, seller),
  RefundCompleted: refunded,
  PartialRefundCompleted: refunded,
  RefundArrivedLate: refunded,
  RefundMadeByHand: ({ paymentId, amount, ...data }, act, seller) => {
    const word = { kind: 'refund.done', ...ofRefund(data), amount, ...inCurrency(data) } as const;
    return states(act, seller, ...(paymentId === null ? [] : [{ ...word, paymentId }]), word);
  },
  RefundCameBack: refundFailed,
  DuplicateRefundRequested: (_, act, seller) => retries(act, seller),
  DuplicateRefundCompleted: refunded,
  DuplicateRefundFailed: refundFailed,
  SettledOutsideProvider: ({ settlementId, what, paymentId, confirmedBy }, act, seller) => {
    const staff = { reference: WORDS, rationale: WORDS, seller, basedOn: act.before.revision };
    return confirmedBy === undefined
      ? [command('SettleOutsideProvider', act, { what, ...(paymentId !== undefined && { paymentId }), ...staff })]
      : [command('ConfirmOutsideSettlement', act, { settlementId, ...staff })];
  },
  OutsideSettlementProposed: ({ what, paymentId }, act, seller) => [
    command('SettleOutsideProvider', act, {
      what,
      ...(paymentId !== undefined && { paymentId }),
      reference: WORDS,
      rationale: WORDS,
      seller,
      basedOn: act.before.revision,
    }),
  ],
  OutsideSettlementRejected: ({ settlementId }, act) => {
    const rejects = { settlementId, reason: WORDS, basedOn: act.before.revision };
    const proposed = act.events.find(({ type }) => type === 'OutsideSettlementProposed');
    if (proposed?.type !== 'OutsideSettlementProposed') return [command('RejectOutsideSettlement', act, rejects)];
    const { what, paymentId } = proposed.data;
    const transfer = { what, ...(paymentId !== undefined && { paymentId }), reference: WORDS, rationale: WORDS };
    return [command('CounterOutsideSettlement', act, { ...rejects, ...transfer })];
  },

  PayoutApproved: (_, act, seller) => [command('ReviewPayability', act, { seller })],
  PayoutPostponed: (_, act, seller) => leaves(act, seller),
  PayoutApprovalWithdrawn: (_, act, seller) => leaves(act, seller),
  PayoutInitiated: (_, act, seller) => leaves(act, seller),
  PayoutCompleted: ({ payoutId, paidAt }, act, seller) => payoutPaid(payoutId, paidAt, act, seller),
  PayoutFailed: payoutBack,
  PayoutRefused: payoutBack,
  PayoutReturned: payoutBack,
  PayoutArrivedLate: ({ payoutId, paidAt }, act, seller) => payoutPaid(payoutId, paidAt, act, seller),
  PayoutOverpaid: ({ payoutId, paidAt }, act, seller) => payoutPaid(payoutId, paidAt, act, seller),
  OverpaymentCounted: (_, act, seller) => [command('ReviewPayability', act, { seller })],
  OverpaymentReturned: payoutBack,

  ChargebackOpened: bankSays,
  ChargebackWon: bankSays,
  ChargebackLost: bankSays,
  ChargebackPartlyLost: bankSays,
  OneChargebackWon: bankSays,
  OneChargebackPartlyLost: bankSays,
  ChargebackReversed: bankSays,
  ChargebackPartlyReversed: bankSays,
  LossRecovered: () => [],
  LossPartlyRecovered: () => [],
  LateChargebackOpened: bankSays,
  LateChargebackWon: bankSays,
  LateChargebackLost: bankSays,
  LateChargebackReversed: bankSays,
  ChargebackEndedByStaff: ({ chargebackId, outcome, confirmedBy }, act, seller) => {
    const staff = { chargebackId, rationale: WORDS, seller, basedOn: act.before.revision };
    return confirmedBy === undefined
      ? [command('EndChargeback', act, { outcome, ...staff })]
      : [
          command('ConfirmChargebackEnd', act, {
            endId: act.before.chargebacks[chargebackId]?.ending?.id ?? '',
            ...staff,
          }),
        ];
  },
  ChargebackEndProposed: ({ chargebackId, outcome }, act, seller) => [
    command('EndChargeback', act, { chargebackId, outcome, rationale: WORDS, seller, basedOn: act.before.revision }),
  ],
  ChargebackEndRejected: ({ chargebackId, endId }, act) => {
    const rejects = { chargebackId, endId, reason: WORDS, basedOn: act.before.revision };
    return act.events.some(({ type }) => type === 'ChargebackEndProposed')
      ? [command('CounterChargebackEnd', act, { ...rejects, rationale: WORDS })]
      : [command('RejectChargebackEnd', act, rejects)];
  },
  EvidencePackSubmitted: ({ chargebackId, characters, photos = [], receipt }, act) => [
    command('SubmitEvidencePack', act, {
      chargebackId,
      pack: { uncategorizedText: WORDS.repeat(characters) },
      photos,
      receipt,
      basedOn: act.before.revision,
    }),
  ],
  EvidencePackDelivered: ({ chargebackId, attempt }, act) => [
    command('RecordEvidencePack', act, { chargebackId, attempt, refused: null }),
  ],
  EvidencePackRefused: ({ chargebackId, attempt, reason }, act) => [
    command('RecordEvidencePack', act, { chargebackId, attempt, refused: reason }),
  ],
  /** A statement that changed nothing then may do so now, so it is tried as what it was first. */
  ProviderFactRecorded: ({ kind, reference, amount, ...data }, act, seller) => {
    const sum = amount ?? act.before.payoutAttempts[reference]?.asked ?? 0;
    const word = { ...when(data), reason: WORDS };
    const refunds = [
      act.before.refund?.id ?? '',
      ...Object.values(act.before.duplicates).map(({ refundId }) => refundId),
    ];
    const words: ProviderWord[] = [
      { kind: 'payout.paid', payoutId: reference, amount: sum, ...word },
      { kind: 'payout.failed', payoutId: reference, accountAtFault: false, ...word },
      { kind: 'payout.returned', payoutId: reference, amount: sum, ...word },
      { kind: 'payment.failed', sessionId: reference, ...word },
      { kind: 'payment.processing', sessionId: reference, ...word },
      { kind: 'chargeback.won', chargebackId: reference, amount: sum, ...inCurrency(data), ...word },
      { kind: 'refund.failed', refundId: reference, ...word },
      ...refunds.map(
        (refundId): ProviderWord => ({ kind: 'refund.failed', refundId, providerRefundId: reference, ...word }),
      ),
    ];
    return [
      ...states(act, seller, ...words.filter((each) => each.kind === kind)),
      ...states(act, seller, { kind: 'other', name: kind, reference, amount }),
    ];
  },
} satisfies { [Type in TransactionEventType]?: Causes<Type> };
