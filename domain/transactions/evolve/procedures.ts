import type { Instant } from '../../shared/instants.ts';
import { heldMoney, inspectionStopped, type Transaction } from '../state.ts';
import { endedByBuyer, frozen, inspectionStops } from './escrowPeriod.ts';
import { type Change, type Evolutions, nothing } from './evolution.ts';

const underReview = ({ decideBy }: { decideBy: Instant }, transaction: Transaction): Change => ({
  claim: transaction.claim && { ...transaction.claim, decideBy },
});

const agreed = ({ toBuyer, toSeller, fee }: { toBuyer: number; toSeller: number; fee: number }): Change => ({
  decision: { toBuyer, toSeller, fee },
  offer: null,
});

const NOBODY_ASKED: Transaction['questions'] = { buyer: null, seller: null };

const offerEnded = (): Change => ({ offer: null });

export const procedures = {
  DisputeOpened: ({ at, by, category, claim, answerBy, remaining }, transaction) => ({
    ...frozen({ remaining }),
    ...inspectionStops({ at }, transaction),
    claim: { by, category, amount: claim, openedAt: at, answerBy, offered: false, decideBy: null },
    questions: NOBODY_ASKED,
    decision: null,
  }),
  DisputeContested: underReview,
  SellerSilent: underReview,
  DisputeReferred: underReview,
  DisputeWithdrawn: (_, transaction) => ({
    ...offerEnded(),
    ...endedByBuyer(transaction, 'disputed'),
    withdrawn: transaction.withdrawn + 1,
  }),
  DisputeAccepted: agreed,
  SettlementOffered: ({ toBuyer, lapsesAt }, transaction) => ({
    offer: { toBuyer, lapsesAt },
    claim: transaction.claim && { ...transaction.claim, offered: true },
  }),
  SettlementAccepted: agreed,
  SettlementRefused: offerEnded,
  SettlementLapsed: offerEnded,
  DisputeDecided: (data, transaction) => ({
    ...agreed(data),
    decided: { by: data.decidedBy, at: data.at, appealed: transaction.decided?.appealed ?? false },
    questions: NOBODY_ASKED,
  }),
  DecisionProposed: ({ at, decisionId, toBuyer, toSeller, fee, proposedBy, confirmBy }, transaction) => ({
    proposed: { id: decisionId, toBuyer, toSeller, fee, by: proposedBy, at, confirmBy, shownUntil: null },
    proposals: transaction.proposals + 1,
  }),
  DraftShown: ({ shownUntil }, { proposed }) => ({ proposed: proposed && { ...proposed, shownUntil } }),
  StatementGiven: ({ by }, { questions }) =>
    by === 'buyer' || by === 'seller' ? { questions: { ...questions, [by]: null } } : {},
  QuestionAsked: ({ party, answerBy }, { questions }) => ({ questions: { ...questions, [party]: answerBy } }),
  DecisionAppealed: ({ at, by, decideBy }, transaction) => ({
    claim: transaction.claim
      ? { ...transaction.claim, decideBy }
      : { by, category: 'OTHER', amount: heldMoney(transaction), openedAt: at, answerBy: at, offered: true, decideBy },
    decided: transaction.decided && { ...transaction.decided, appealed: true },
  }),
  DecisionConfirmed: nothing,
  DecisionRejected: nothing,
  DecisionWithdrawn: nothing,
  DecisionLapsed: nothing,
  ReviewOverdue: (_, transaction) => ({ claim: transaction.claim && { ...transaction.claim, decideBy: null } }),
  ReturnRequested: ({ answerBy, remaining, notAsDescribed = false }) => ({
    ...frozen({ remaining }),
    returnAnswerBy: answerBy,
    returning: { notAsDescribed, addressed: false, postage: null },
  }),
  ReturnApproved: ({ shipBackBy, addressed, postage = null }, { returning }) => ({
    returnShipBy: shipBackBy,
    returning: returning && addressed !== undefined ? { ...returning, addressed, postage } : null,
  }),
  ReturnAddressGiven: ({ shipBackBy }, { returning }) => ({
    returnShipBy: shipBackBy,
    returning: returning && { ...returning, addressed: true },
  }),
  ReturnRefused: nothing,
  ReturnShipped: ({ at, inspectBy }, transaction) => ({
    returnInspectBy: inspectBy,
    inspectionLeft: inspectionStopped(transaction) ? inspectBy - at : null,
  }),
  ReturnInspectionResumed: ({ inspectBy }) => ({ returnInspectBy: inspectBy, inspectionLeft: null }),
  ReturnLapsed: nothing,
  ReturnReceived: nothing,
  ReturnRejected: nothing,
} satisfies Partial<Evolutions>;
