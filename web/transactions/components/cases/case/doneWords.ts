import type { CaseFile } from '#application/contract/cases.ts';
import type { TransactionDetail } from '#application/contract/transactions.ts';
import { dueTime } from '../../../../ui/dates.ts';

/** The result of a decision, for the screen of the next case. `file`: the case when the server answered. */
export const doneWords = (path: string, answer: unknown, file: CaseFile): string => {
  const { transactionId: sale } = file.transaction;
  const { transaction } = (answer ?? {}) as { transaction?: Pick<TransactionDetail, 'draft'> };
  if (path.endsWith('reject-decision')) {
    const isOwn = file.statements.at(-1)?.event === 'DecisionWithdrawn';
    return `The proposal on ${sale} is ${isOwn ? 'withdrawn' : 'rejected'}.`;
  }
  const { needsConfirmation, needsDraft } = file.sums;
  if (path.endsWith('confirm-decision') || (!needsConfirmation && !needsDraft)) return `${sale} is decided.`;
  if (!needsDraft) return `Decision on ${sale} proposed; a second staff member must confirm it.`;
  const who = needsConfirmation ? 'a second staff member' : 'you';
  const from = transaction?.draft ? ` from ${dueTime(transaction.draft.until)}` : ' later';
  return `Draft of ${sale} sent; ${who} can confirm it${from}.`;
};
