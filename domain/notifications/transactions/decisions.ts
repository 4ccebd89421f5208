import { formatCents } from '../../shared/euros.ts';
import { noEmail, toBoth, toBuyer, toOther, toSeller } from '../emails.ts';
import { asCase, saying, type TransactionEventTexts } from '../row.ts';
import { divided } from './text.ts';

export const decisions = {
  DisputeDecided: {
    sentence: saying(['toBuyer', 'toSeller'], (sums) => `Our staff decided: ${divided(sums)}`),
    audience: 'both',
    // also decides a hold of staff without a dispute
    emails: ({ toBuyer, toSeller }) => toBoth('decided', { toBuyer, toSeller }),
    statement: ({ rationale, toBuyer, toSeller }) => ({ words: rationale, toBuyer, toSeller }),
  },
  DecisionProposed: {
    sentence: saying(['toBuyer', 'toSeller'], (sums) => `Proposed, to be confirmed: ${divided(sums)}`),
    audience: 'staff',
    emails: noEmail('nothing is decided yet: an email to staff'),
    toStaff: asCase('confirmation', ({ proposedBy }) => proposedBy),
    statement: ({ rationale, toBuyer, toSeller }) => ({ words: rationale, toBuyer, toSeller }),
  },
  DraftShown: {
    sentence: saying(['toBuyer', 'toSeller'], (sums) => `Our staff plan to decide: ${divided(sums)}`),
    audience: 'both',
    emails: ({ toBuyer, toSeller, shownUntil }) => toBoth('decisionDraft', { toBuyer, toSeller, shownUntil }),
    statement: ({ rationale, toBuyer, toSeller }) => ({ words: rationale, toBuyer, toSeller }),
  },
  StatementGiven: {
    sentence: saying(['by'], ({ by }) => `The ${by} added a statement`),
    audience: 'both',
    emails: ({ by }) => toOther(by, 'statementGiven'),
    statement: ({ text, evidence }) => ({ words: text, evidence }),
  },
  QuestionAsked: {
    sentence: saying(['party'], ({ party }) => `Our staff ask the ${party}`),
    audience: 'both',
    emails: ({ party, answerBy }) => [
      party === 'buyer' ? toBuyer('questionAsked', { answerBy }) : toSeller('questionAsked', { answerBy }),
    ],
    statement: ({ question, party }) => ({ words: question, to: party }),
  },
  RefundDeferred: {
    sentence: saying(
      ['toBuyer'],
      ({ toBuyer }) => `${formatCents(toBuyer)} is refunded to the buyer unless the decision is appealed in time`,
    ),
    audience: 'both',
    emails: ({ toBuyer }) => [toSeller('refundDeferred', { toBuyer })],
  },
  DecisionAppealed: {
    sentence: saying(['by'], ({ by }) => `The ${by} appealed the decision`),
    audience: 'both',
    emails: ({ by, decideBy }) => toOther(by, 'decisionAppealed', { decideBy }),
    toStaff: asCase('appeal'),
    statement: ({ text, evidence }) => ({ words: text, evidence }),
  },
  DecisionConfirmed: {
    sentence: 'The proposed decision was confirmed',
    audience: 'staff',
    emails: noEmail('always with DisputeDecided'),
    statement: () => ({}),
  },
  DecisionRejected: {
    sentence: 'Another member of staff rejected the decision',
    audience: 'staff',
    emails: toBoth('draftWithdrawn'),
    statement: ({ reason }) => ({ words: reason }),
  },
  DecisionWithdrawn: {
    sentence: 'The proposed decision was withdrawn',
    audience: 'staff',
    emails: toBoth('draftWithdrawn'),
    statement: ({ reason }) => ({ words: reason }),
  },
  DecisionLapsed: {
    sentence: 'Nobody confirmed the decision in time',
    audience: 'staff',
    emails: toBoth('draftWithdrawn'),
  },
  ReviewOverdue: {
    sentence: null,
    audience: 'staff',
    emails: noEmail('an email to staff; the decision sends its own to the parties'),
    toStaff: asCase('reviewOverdue'),
  },
} satisfies Partial<TransactionEventTexts>;
