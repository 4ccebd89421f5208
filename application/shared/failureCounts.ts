import type { TransactionId } from '#domain/shared/ids.ts';
import type { Failures } from '../ports/failures.ts';
import { culpritOf, isPoison, type Quarantine } from '../ports/quarantine.ts';
import type { Repository } from '../streams/repository.ts';
import { transactionStream } from '../streams/streamNames.ts';

/** Failures in consecutive sweeps before a transaction is quarantined. */
const LIMIT = 5;

export type FailureCountDeps = {
  repository: Repository;
  quarantine: Pick<Quarantine, 'put'>;
  failures: Failures;
};

/** Quarantines a transaction when the same work keeps failing on it without an outside cause. */
export const openFailureCounts = ({ repository, quarantine, failures }: FailureCountDeps, foundBy: string) => {
  const counts = new Map<string, number>();

  /** Quarantines it at its last event, because nothing can be decided after that. */
  const putAside = async (transaction: TransactionId, error: unknown): Promise<void> => {
    const last = (await repository.transactions.loadWithHistory(transaction)).history.at(-1);
    if (last)
      await quarantine.put(culpritOf({ ...last, stream: transactionStream(transaction) }, error, foundBy, failures));
  };

  return {
    succeeded: (what: string): void => void counts.delete(what),
    failed: async (what: string, transaction: TransactionId, error: unknown): Promise<void> => {
      const strikes = isPoison(error, failures) ? (counts.get(what) ?? 0) + 1 : 0;
      counts.set(what, strikes);
      if (strikes < LIMIT) return;
      counts.delete(what);
      await putAside(transaction, error);
    },
  };
};

export type FailureCounts = ReturnType<typeof openFailureCounts>;
