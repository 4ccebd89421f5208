import type { TransactionEventType } from '../transactions/events.ts';
import { transactionTitle } from './transactionTitles.ts';

/** Where somebody's words are headed otherwise than the fact that they came with. */
const STATEMENT_TITLES: { readonly [Type in TransactionEventType]?: string } = {
  DisputeOpened: 'Claim',
  DisputeContested: 'Answer',
  DecisionRejected: 'Proposed decision rejected',
  DecisionWithdrawn: 'Proposal taken back',
  StaffHoldPlaced: 'Hold placed',
  StaffHoldLifted: 'Hold lifted',
};

export const statementTitle = (type: string): string =>
  STATEMENT_TITLES[type as TransactionEventType] ?? transactionTitle(type);
