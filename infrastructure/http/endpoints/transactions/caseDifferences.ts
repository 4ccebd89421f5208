import type { CaseFile } from '#application/contract/cases.ts';
import type { CaseDifference } from '#application/contract/differences.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import type { ProviderObject } from '#application/ports/payments.ts';
import { asDiffering, lostBy, objectOfCase } from '#application/transactions/differences.ts';
import type { ProviderObjects } from '#application/transactions/storage.ts';
import { EURO, toUnits } from '#domain/shared/currencies.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { Instant } from '#domain/shared/instants.ts';
import {
  bookedLoss,
  bookingNeedsSecond,
  DIFFERING_OBJECTS,
  type DifferingObject,
  pendingDifference,
  unbookable,
} from '#domain/transactions/differences.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { type Sights, wordsFor } from '#projections/transactions/sights.ts';

type Read = {
  history: readonly Recorded<TransactionEvent>[];
  file: Pick<CaseFile, 'cases' | 'timeline'>;
  sights: Sights;
  now: Instant;
};

const iso = (instant: Instant): string => new Date(instant).toISOString();

const pendingOf = (
  sale: Transaction,
  about: DifferingObject & { lost: number },
  { history, file, sights, now }: Read,
): CaseDifference['pending'] => {
  const proposed = pendingDifference(sale, about, now);
  const proposal = history.findLast(
    ({ type, data }) =>
      type === 'DifferenceProposed' && data.object === about.object && data.objectId === about.objectId,
  );
  if (!proposed || proposal?.type !== 'DifferenceProposed') return null;
  const entry = file.timeline.find(({ revision }) => revision === proposal.revision);
  return {
    rationale: wordsFor(sights, proposal.data.rationale),
    proposedBy: { _id: proposed.by, username: entry?.actor.username ?? ERASED },
    proposedAt: iso(proposed.at),
    confirmBy: iso(proposed.confirmBy),
  };
};

const GONE = { lost: null, booked: 0, refused: 'notBookable', needsConfirmation: false, pending: null } as const;
const asObject = (fact: string): CaseDifference['object'] =>
  DIFFERING_OBJECTS.find((each) => each === fact) ?? 'payout';

const shown = (caseId: string, object: ProviderObject, sale: Transaction, read: Read): CaseDifference => {
  const about = asDiffering(object);
  const { currency } = object;
  const lost = lostBy(object, read);
  return {
    caseId,
    object: about.object,
    reference: object.id,
    lost: lost === null ? null : toUnits(lost, currency),
    booked: toUnits(bookedLoss(sale, about), currency),
    ...(currency !== EURO && { currency }),
    refused: unbookable(sale, about, lost) ?? null,
    needsConfirmation: lost !== null && bookingNeedsSecond(sale, about, lost),
    pending: lost === null ? null : pendingOf(sale, { ...about, lost }, read),
  };
};

/** The objects of the open cases, compared with our events again. */
export const caseDifferences = async (read: Read, objects: ProviderObjects): Promise<CaseDifference[]> => {
  const sale = read.history.reduce(transactionAggregate.evolve, transactionAggregate.initial);
  const orphans = read.file.cases.flatMap(({ kind, orphan }) => (kind === 'unmatchedObject' && orphan ? [orphan] : []));
  return Promise.all(
    orphans.map(async ({ eventId: caseId, fact, reference }) => {
      const object = await objectOfCase(caseId, objects);
      return object ? shown(caseId, object, sale, read) : { caseId, object: asObject(fact), reference, ...GONE };
    }),
  );
};
