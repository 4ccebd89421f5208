import type { DomainEvent } from '#domain/events.ts';
import { type EmailRequest, emailJob } from '../emails/emailJob.ts';
import type { Policy } from '../follow.ts';
import { loadListing } from '../listings.ts';
import type { DueDeadline } from '../ports/deadlines.ts';
import type { Email, EmailTemplate } from '../ports/emails.ts';
import type { Recorded } from '../ports/eventCodec.ts';
import type { Jobs } from '../ports/jobs.ts';
import { idIn, loadSaleFacts, type SaleFacts } from '../sales/saleFacts.ts';
import type { PolicyDeps } from './policyDeps.ts';

type Data<Type extends DomainEvent['type']> = Extract<DomainEvent, { type: Type }>['data'];
type Details = Email['details'];
type Addressed = { to: 'buyer' | 'seller'; template: EmailTemplate; details?: Details };

const toBuyer = (template: EmailTemplate, details: Details = {}): Addressed => ({ to: 'buyer', template, details });
const toSeller = (template: EmailTemplate, details: Details = {}): Addressed => ({ to: 'seller', template, details });
const toBoth = (template: EmailTemplate, details: Details = {}): Addressed[] => [
  toBuyer(template, details),
  toSeller(template, details),
];
const toOther = (by: string, template: EmailTemplate, details: Details = {}): Addressed[] => {
  if (by === 'buyer') return [toSeller(template, details)];
  if (by === 'seller') return [toBuyer(template, details)];
  return toBoth(template, details);
};

/** Who is told what when a fact of a sale is recorded. */
const OF_SALES: {
  readonly [Type in DomainEvent['type']]?: (data: Data<Type>, sale: SaleFacts) => Addressed[];
} = {
  TransactionCreated: (data) => [
    toBuyer('purchaseStarted', { windowEndsAt: data.windowEndsAt }),
    toSeller('saleStarted', { windowEndsAt: data.windowEndsAt }),
  ],
  PaymentCaptured: (data) => [
    toBuyer('paymentReceived', { shipBy: data.shipBy }),
    toSeller('salePaid', { shipBy: data.shipBy }),
  ],
  PaymentFailed: (data) => [toBuyer('paymentFailed', { windowEndsAt: data.windowEndsAt })],
  PaymentMismatched: (data) => [
    toBuyer('paymentSentBack', { captured: data.captured, cause: 'amount' }),
    toSeller('saleMispaid'),
  ],
  LatePaymentReceived: (data) => [toBuyer('paymentSentBack', { captured: data.captured, cause: 'late' })],
  DuplicatePaymentReceived: (data) => [toBuyer('paymentSentBack', { captured: data.captured, cause: 'twice' })],
  TransactionExpired: () => [toBuyer('paymentTimedOut'), toSeller('saleTimedOut')],
  TransactionCancelled: (data, sale) => toBoth('saleCancelled', { by: data.by, paid: sale.paymentId ? 1 : 0 }),
  ShipmentDeadlineMissed: () => toBoth('shipmentMissed'),
  ShipmentConfirmed: (data) => [toBuyer('shipped', { escrowEndsAt: data.escrowEndsAt })],
  DeliveryConfirmed: () => [toSeller('deliveryConfirmed')],
  EscrowPaused: (data) => toBoth('escrowPaused', { limitAt: data.limitAt }),
  EscrowClockResumed: (data) => toBoth('escrowResumed', { escrowEndsAt: data.escrowEndsAt }),
  EscrowReleased: (data) => toBoth('escrowReleased', { by: data.by, toSeller: data.toSeller }),
  DisputeOpened: (data) => toOther(data.by, 'disputeOpened', { claim: data.claim, answerBy: data.answerBy }),
  DisputeContested: (data) => [toBuyer('disputeUnderReview', { decideBy: data.decideBy })],
  SellerSilent: (data) => toBoth('disputeUnderReview', { decideBy: data.decideBy }),
  DisputeReferred: (data) => toBoth('disputeUnderReview', { decideBy: data.decideBy }),
  SettlementOffered: (data) => [toBuyer('settlementOffered', { toBuyer: data.toBuyer, lapsesAt: data.lapsesAt })],
  SettlementRefused: () => [toSeller('settlementRefused')],
  SettlementLapsed: () => [toSeller('settlementRefused')],
  SettlementAccepted: (data) => toBoth('disputeClosed', { toBuyer: data.toBuyer, toSeller: data.toSeller }),
  DisputeAccepted: (data) => toBoth('disputeClosed', { toBuyer: data.toBuyer, toSeller: data.toSeller }),
  DisputeDecided: (data) => toBoth('disputeClosed', { toBuyer: data.toBuyer, toSeller: data.toSeller }),
  DisputeWithdrawn: () => [toSeller('disputeClosed')],
  ReturnRequested: (data) => [toSeller('returnRequested', { answerBy: data.answerBy })],
  ReturnApproved: (data) => {
    const details = { shipBackBy: data.shipBackBy };
    return data.by === 'seller' ? [toBuyer('returnApproved', details)] : toBoth('returnApproved', details);
  },
  ReturnRefused: () => [toBuyer('returnRefused')],
  ReturnRejected: () => [toBuyer('returnRefused')],
  ReturnShipped: (data) => [toSeller('returnShipped', { inspectBy: data.inspectBy })],
  ReturnLapsed: () => toBoth('returnLapsed'),
  ReturnReceived: ({ by }) => (by === 'seller' ? [] : [toSeller('returnReceived')]),
  RefundRequested: (data) => [toBuyer('refundRequested', { amount: data.amount })],
  RefundCompleted: (data) => [toBuyer('refundCompleted', { amount: data.amount })],
  DuplicateRefundCompleted: (data) => [toBuyer('refundCompleted', { amount: data.amount })],
  PartialRefundCompleted: (data) => [toBuyer('partialRefundCompleted', { amount: data.amount })],
  // the tries between the first and the last change nothing for who waits
  RefundFailed: ({ attempt, retryAt }) =>
    attempt === 1 || retryAt === null ? [toBuyer('refundDelayed', { retryAt })] : [],
  DuplicateRefundFailed: () => [toBuyer('refundDelayed', { retryAt: null })],
  PayoutInitiated: (data) => [toSeller('payoutInitiated', { amount: data.amount })],
  PayoutCompleted: (data) => [toSeller('payoutCompleted', { amount: data.amount })],
  PayoutFailed: (data) => [toSeller('payoutDelayed', { retryAt: data.retryAt })],
  PayoutRefused: () => [toSeller('payoutRefused')],
  PayoutReturned: () => [toSeller('payoutRefused')],
  PayoutArrivedLate: (data) => [toSeller('payoutCompleted', { amount: data.amount })],
  OverpaymentCounted: (data) => [toSeller('payoutCompleted', { amount: data.amount })],
  StaffHoldPlaced: () => toBoth('saleOnHold', { cause: 'staff' }),
  StaffHoldLifted: () => toBoth('saleGoesOn', { cause: 'staff' }),
  ShipmentClockResumed: (data) => [toSeller('shipmentClockResumed', { shipBy: data.shipBy })],
  ChargebackOpened: () => toBoth('saleOnHold', { cause: 'bank' }),
  ChargebackWon: () => toBoth('saleGoesOn', { cause: 'bank' }),
  ChargebackLost: (data) => toBoth('chargebackLost', { amount: data.amount, goesOn: 0 }),
  ChargebackPartlyLost: (data) => toBoth('chargebackLost', { amount: data.amount, goesOn: 1 }),
};

/** Likewise for facts of an account; they go to the account itself. */
const OF_ACCOUNTS: {
  readonly [Type in DomainEvent['type']]?: (data: Data<Type>) => [EmailTemplate, Details];
} = {
  PasswordChanged: () => ['passwordChanged', {}],
  BankDetailsProvided: (data) => ['bankDetailsChanged', { heldUntil: data.payoutsHeldUntil }],
  BankAccountVerified: () => ['bankAccountVerified', {}],
  BankAccountRejected: () => ['bankAccountRejected', {}],
  SellerRated: (data) => ['ratingReceived', { rating: data.rating }],
  AccountSuspended: () => ['accountSuspended', {}],
  AccountReinstated: () => ['accountReinstated', {}],
  AccountTerminated: (data) => ['accountTerminated', { eraseAt: data.eraseAt }],
  DeletionRequested: (data) => ['deletionRequested', { eraseAt: data.eraseAt }],
  DeletionCancelled: () => ['deletionCancelled', {}],
};

type Deps = Pick<PolicyDeps, 'journal' | 'commands' | 'jobs'>;

/** Registration asks for the same email itself, at once; under the same id this only makes sure that it goes out. */
const verification = (event: Recorded) => {
  const cause = event.metadata.commandId.replace(/\.register$/, '');
  return emailJob({ template: 'verifyEmail', accountId: idIn(event.stream) }, cause);
};

const emailsOfSale = async (event: Recorded, { journal, commands }: Deps): Promise<EmailRequest[]> => {
  const sale = await loadSaleFacts(journal, idIn(event.stream));
  if (!sale) return [];
  const tell = OF_SALES[event.type] as ((data: Recorded['data'], sale: SaleFacts) => Addressed[]) | undefined;
  const addressed = tell?.(event.data, sale) ?? [];
  if (event.type === 'EscrowReleased' && !(await commands.standingOf(sale.sellerId)).bankVerified)
    addressed.push(toSeller('bankAccountNeeded', { toSeller: event.data.toSeller }));
  return addressed.map(({ to, template, details = {} }) => ({
    template,
    accountId: to === 'buyer' ? sale.buyerId : sale.sellerId,
    saleId: sale.id,
    role: to,
    details,
  }));
};

/** To the seller; the reason is what staff wrote, so it stands in no email. */
const letterOfRemoval = async (event: Recorded, { journal }: Deps) => {
  const { sellerId, offer } = await loadListing(journal, idIn(event.stream));
  return emailJob({ template: 'listingRemoved', accountId: sellerId, details: { title: offer.title } }, event.id);
};

/** Facts become emails. Ids come from the fact, so a fact seen twice is told once. */
export const emails = (deps: Deps): Policy => ({
  name: 'mails',
  handles: [
    'AccountRegistered',
    'MessageReported',
    'SupportContacted',
    'ListingRemoved',
    ...(Object.keys(OF_SALES) as DomainEvent['type'][]),
    ...(Object.keys(OF_ACCOUNTS) as DomainEvent['type'][]),
  ],
  handle: async (event) => {
    if (event.type === 'AccountRegistered') return deps.jobs.add([verification(event)]);
    if (event.type === 'MessageReported') {
      const details = { message: event.data.messageId };
      return deps.jobs.add([emailJob({ template: 'messageReported', accountId: null, details }, event.id)]);
    }
    if (event.type === 'ListingRemoved') return deps.jobs.add([await letterOfRemoval(event, deps)]);
    if (event.type === 'SupportContacted') {
      const details = { account: idIn(event.stream), question: event.id };
      return deps.jobs.add([emailJob({ template: 'supportQuestion', accountId: null, details }, event.id)]);
    }
    const ofAccount = OF_ACCOUNTS[event.type] as ((data: Recorded['data']) => [EmailTemplate, Details]) | undefined;
    if (ofAccount) {
      const [template, details] = ofAccount(event.data);
      return deps.jobs.add([emailJob({ template, accountId: idIn(event.stream), details }, event.id)]);
    }
    const emails = await emailsOfSale(event, deps);
    if (emails.length > 0) await deps.jobs.add(emails.map((email) => emailJob(email, event.id)));
  },
});

/** The emails that reminders and notices send, by deadline. */
export const remind =
  ({ jobs }: { jobs: Pick<Jobs, 'add'> }) =>
  async ({ kind, dueAt }: DueDeadline, sale: SaleFacts): Promise<void> => {
    const tell = (template: EmailTemplate, role: 'buyer' | 'seller', details: Details = {}) => {
      const accountId = role === 'buyer' ? sale.buyerId : sale.sellerId;
      return jobs.add([
        emailJob({ template, accountId, saleId: sale.id, role, details }, `${sale.id}.${kind}.${dueAt}`),
      ]);
    };
    if (kind === 'shipReminder') await tell('shipReminder', 'seller', { shipBy: sale.shipBy });
    if (kind === 'firstNotice') await tell('escrowNotice', 'buyer', { daysLeft: 3, escrowEndsAt: sale.escrowEndsAt });
    if (kind === 'lastNotice') await tell('escrowNotice', 'buyer', { daysLeft: 1, escrowEndsAt: sale.escrowEndsAt });
    if (kind === 'pauseReminder') await tell('pauseReminder', 'buyer');
  };
