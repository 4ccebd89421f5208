import {
  type ChargebackState,
  type CheckoutStatus,
  type EvidenceSubmission,
  type Payments,
  type PayoutRequest,
  type ProviderObject,
  ProviderRefused,
  ProviderUnavailable,
  type RefundRequest,
} from '#application/ports/payments.ts';

type FakePayments = Payments & {
  /** While true, every call throws. */
  down: boolean;
  /** While true, calls take effect but answer only after `release`. */
  silent: boolean;
  release: () => void;
  /** Opened checkouts by idempotency key, one entry per request. */
  opened: string[];
  checkouts: Map<string, CheckoutStatus>;
  refunds: RefundRequest[];
  payouts: PayoutRequest[];
  refundStates: Map<string, 'pending' | 'done' | 'failed'>;
  payoutStates: Map<string, 'pending' | 'paid' | 'failed'>;
  chargebackStates: Map<string, ChargebackState>;
  /** Delivered evidence packs. */
  evidence: EvidenceSubmission[];
  /** Why the bank takes no evidence; null: it does. */
  evidenceRefused: string | null;
  expired: string[];
  refusedIbans: Set<string>;
  /** The balance it reports. */
  held: number;
  /** The objects in its lists, two per page. */
  objects: ProviderObject[];
  /** Called before each page is read. */
  onPage: () => void;
};

/** A provider that records requests; the test sets its answers. Idempotent like a real one. */
export const fakePayments = (): FakePayments => {
  const keptBack: (() => void)[] = [];
  const call = async <Answer>(work: () => Answer): Promise<Answer> => {
    if (fake.down) throw new ProviderUnavailable('down');
    const answer = work();
    if (!fake.silent) return answer;
    return new Promise((resolve) => keptBack.push(() => resolve(answer)));
  };
  const fake: FakePayments = {
    name: 'fake',
    identifiesSellers: false,
    down: false,
    silent: false,
    release: () => {
      fake.silent = false;
      for (const send of keptBack.splice(0)) send();
    },
    opened: [],
    checkouts: new Map(),
    refunds: [],
    payouts: [],
    refundStates: new Map(),
    payoutStates: new Map(),
    chargebackStates: new Map(),
    evidence: [],
    evidenceRefused: null,
    expired: [],
    refusedIbans: new Set(),
    held: 0,
    objects: [],
    onPage: () => undefined,
    listObjects: async ({ kind, from, after }) => {
      fake.onPage();
      return call(() => {
        const all = fake.objects.filter((object) => object.kind === kind && object.createdAt >= from);
        const place = after === null ? 0 : Number(after);
        return {
          objects: all.slice(place, place + 2),
          next: all.length > place + 2 ? String(place + 2) : null,
        };
      });
    },
    openCheckout: (request) =>
      call(() => {
        const sessionId = `cs_${request.transactionId}_${request.attempt}`;
        fake.opened.push(sessionId);
        return { sessionId, url: `https://provider.example/${sessionId}` };
      }),
    expireCheckout: (sessionId) =>
      call(() => {
        fake.expired.push(sessionId);
        return fake.checkouts.get(sessionId) ?? { state: 'expired' };
      }),
    askCheckout: (sessionId) => call(() => fake.checkouts.get(sessionId) ?? { state: 'open' }),
    refund: (request) =>
      call(() => {
        const known = fake.refunds.some(
          (made) => made.refundId === request.refundId && made.attempt === request.attempt,
        );
        if (!known) fake.refunds.push(request);
      }),
    payOut: (request) =>
      call(() => {
        if (!fake.payouts.some((made) => made.payoutId === request.payoutId)) fake.payouts.push(request);
      }),
    askRefund: (refundId) =>
      call(() => {
        const state = fake.refundStates.get(refundId);
        const made = fake.refunds.findLast((refund) => refund.refundId === refundId);
        return state && { id: `re_${refundId}`, state, amount: made?.amount ?? 0 };
      }),
    askPayout: (payoutId) => call(() => fake.payoutStates.get(payoutId)),
    askChargeback: (chargebackId) => call(() => fake.chargebackStates.get(chargebackId)),
    submitEvidence: (submission) =>
      call(() => {
        if (fake.evidenceRefused !== null) throw new ProviderRefused(fake.evidenceRefused);
        const isKnown = ({ chargebackId, attempt }: EvidenceSubmission) =>
          chargebackId === submission.chargebackId && attempt === submission.attempt;
        if (!fake.evidence.some(isKnown)) fake.evidence.push(submission);
      }),
    verifyBankAccount: ({ iban }) =>
      call(() => (fake.refusedIbans.has(iban) ? { verified: false, reason: 'no such account' } : { verified: true })),
    balance: () => call(() => ({ available: fake.held, pending: 0 })),
    recallPayout: async () => undefined,
    identityPage: async () => undefined,
    readWebhook: async () => undefined,
  };
  return fake;
};
