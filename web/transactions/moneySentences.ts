import type { TransactionDetail } from '#application/contract/transactions.ts';
import type { MoneySentence } from '#domain/notifications/moneyText.ts';
import type { DeadlineKind } from '#domain/transactions/commands.ts';
import type { Hold } from '#domain/transactions/state.ts';
import type { Status } from '#domain/transactions/statuses.ts';
import { dueTime } from '../ui/dates.ts';

/** All that a list has, and a page. */
export type Stated = Pick<
  TransactionDetail,
  'displayStatus' | 'status' | 'holds' | 'escrowStatus' | 'deadlines' | 'policyVersion' | 'role'
> & { dispute?: TransactionDetail['dispute'] };

const holdsOf = ({ displayStatus, holds, escrowStatus, dispute }: Stated): Hold[] => [
  ...(displayStatus === 'IN_ESCROW_DISPUTED' || /^(awaiting_seller|under_review)$/.test(dispute?.state ?? '')
    ? (['disputed'] as const)
    : []),
  ...(displayStatus === 'RETURN_IN_PROGRESS' ? (['returning'] as const) : []),
  ...holds.filter((hold) => hold !== 'quarantine'),
  ...(escrowStatus.isPaused ? (['paused'] as const) : []),
];

/** A sentence about the money of the sale, as its emails have it; empty where there is nothing to say. */
export const sentenceOf = (sentence: MoneySentence, transaction: Stated): string =>
  sentence({
    policyVersion: transaction.policyVersion,
    status: transaction.status as Status,
    holds: holdsOf(transaction),
    deadlines: transaction.deadlines.map(({ kind, dueAt }) => ({
      kind: kind as DeadlineKind,
      dueAt: Date.parse(dueAt),
    })),
    reclaim: null,
    reader: transaction.role === 'seller' ? 'seller' : 'buyer',
    when: (instant) => dueTime(new Date(instant).toISOString()),
  }) ?? '';
