import { record, reject } from '../../shared/decider.ts';
import type { Instant } from '../../shared/instants.ts';
import type { Cents } from '../../shared/money.ts';
import type { SellerStanding } from '../commands.ts';
import { divide, losersOf } from '../division.ts';
import type { Split } from '../fees.ts';
import { endsByHand } from '../owedOutside.ts';
import { isExcluded } from '../process/conditions.ts';
import { due } from '../process/terms.ts';
import { needsDraft, needsSecondPerson, type Transaction } from '../state.ts';
import { termsFor } from '../terms/termsFor.ts';
import { type CommandOf, countered, type Decide, events, type Following, isBlank, type Step } from './deciding.ts';
import { outOfRange } from './disputes.ts';
import { carryOut, revoked, watchAgain } from './following.ts';

type Shown = { revision: number; consequences: string };
type Verdict = {
  at: Instant;
  divided: Split;
  rationale: string | null;
  decidedBy: string;
  seller: SellerStanding;
  shown?: Shown | undefined;
};

/** A large refund waits while the seller may appeal. A seller who never shipped still has the item, so the money goes back at once. */
const waitsForAppeal = (transaction: Transaction, divided: Split): boolean => {
  const { refundWaitsAbove } = termsFor(transaction);
  const hasAppealed = transaction.decided?.appeals.some(({ by }) => by === 'seller') ?? false;
  return (
    refundWaitsAbove !== undefined &&
    divided.toBuyer > refundWaitsAbove &&
    transaction.shippedAt !== null &&
    !hasAppealed &&
    losersOf(transaction, divided).seller
  );
};

const deferRefund =
  (toBuyer: Cents, at: Instant): Following =>
  (transaction) => [{ type: 'RefundDeferred', data: { at, toBuyer, until: due('decidedRefund', at, transaction) } }];

/** Ends a dispute, or a staff hold without one. Released money returns to escrow first. */
const verdict = (transaction: Transaction, { at, divided, rationale, decidedBy, seller, shown }: Verdict): Step[] => {
  const lifted: Step[] =
    transaction.staff === 'held' ? [{ type: 'StaffHoldLifted', data: { at, reason: rationale, by: decidedBy } }] : [];
  return [
    ...revoked(transaction, at),
    { type: 'DisputeDecided', data: { at, ...divided, rationale, decidedBy, ...(shown && { shown }) } },
    ...lifted,
    ...(waitsForAppeal(transaction, divided)
      ? [deferRefund(divided.toBuyer, at)]
      : carryOut(divided.toBuyer, 'staff', seller, at)),
    watchAgain(at),
  ];
};

type Deciding = CommandOf<'DecideDispute' | 'CounterDecision'>;
const shownIn = ({ basedOn, consequences }: Deciding): Shown | undefined =>
  consequences === undefined ? undefined : { revision: basedOn, consequences };

/** Waits for a confirmation. Both parties read it first if it is about much money. */
const propose = (command: Deciding, transaction: Transaction, divided: Split): Step[] => {
  const { at, rationale, by } = command;
  const shown = shownIn(command);
  const decisionId = `${transaction.id}d${transaction.proposals + 1}`;
  const terms = { rationale, proposedBy: by.id, confirmBy: due('decisionConfirmation', at, transaction) };
  const proposed: Step = {
    type: 'DecisionProposed',
    data: { at, decisionId, ...divided, ...terms, ...(shown && { shown }) },
  };
  if (!needsDraft(transaction)) return [proposed];
  const shownUntil = at + termsFor(transaction).draftShown;
  return [proposed, { type: 'DraftShown', data: { at, decisionId, ...divided, rationale, shownUntil } }];
};

export const decideDispute: Decide<'DecideDispute'> = (command, transaction) => {
  const { at, toBuyer, rationale, seller, by } = command;
  if (isBlank(rationale)) return reject({ code: 'textRequired' });
  const divided = divide(transaction, toBuyer);
  if (!divided) return outOfRange(transaction, 0);
  if (isExcluded.decider(transaction, by.id)) return reject({ code: 'ownDecision' });
  const shown = shownIn(command);
  return record(
    ...events(
      transaction,
      ...(needsSecondPerson(transaction) || needsDraft(transaction)
        ? propose(command, transaction, divided)
        : verdict(transaction, { at, divided, rationale, decidedBy: by.id, seller, shown })),
    ),
  );
};

export const confirmDecision: Decide<'ConfirmDecision'> = (command, transaction) => {
  const { at, decisionId, rationale, seller, by } = command;
  const { proposed } = transaction;
  if (proposed?.id !== decisionId) return reject({ code: 'decisionChanged' });
  if ((needsSecondPerson(transaction) && proposed.by === by.id) || isExcluded.decider(transaction, by.id))
    return reject({ code: 'ownDecision' });
  const divided = divide(transaction, proposed.toBuyer);
  // events that change the sums end a proposal; if one did not, nobody would have confirmed the new sums
  if (divided?.toSeller !== proposed.toSeller || divided.fee !== proposed.fee)
    return reject({ code: 'decisionChanged' });
  const confirmed: Step = { type: 'DecisionConfirmed', data: { at, decisionId, confirmedBy: by.id } };
  return record(
    ...events(
      transaction,
      confirmed,
      ...verdict(transaction, { at, divided, rationale, decidedBy: proposed.by, seller }),
    ),
  );
};

export const rejectDecision: Decide<'RejectDecision'> = (command, transaction) => {
  const { at, decisionId, reason, by } = command;
  if (transaction.proposed?.id !== decisionId) return reject({ code: 'decisionChanged' });
  if (isBlank(reason)) return reject({ code: 'textRequired' });
  return record(
    transaction.proposed.by === by.id
      ? { type: 'DecisionWithdrawn', data: { at, decisionId, reason, withdrawnBy: by.id } }
      : { type: 'DecisionRejected', data: { at, decisionId, reason, rejectedBy: by.id } },
  );
};

/** Above the limit the first proposer or a third person confirms it. Below, it is a new draft, which both parties must read first. */
export const counterDecision: Decide<'CounterDecision'> = (command, transaction, gate) => {
  if (isExcluded.decider(transaction, command.by.id)) return reject({ code: 'ownDecision' });
  return countered(transaction, {
    command,
    proposer: transaction.proposed?.by,
    rejected: rejectDecision({ ...command, type: 'RejectDecision' }, transaction, gate),
    instead: () => {
      const divided = divide(transaction, command.toBuyer);
      return divided ? propose(command, transaction, divided) : outOfRange(transaction, 0);
    },
  });
};

export const closeCase: Decide<'CloseCase'> = (command, transaction) => {
  const { at, kind, note, by } = command;
  if (transaction.marks[kind] === undefined) return reject({ code: 'caseNotOpen' });
  if (!endsByHand(transaction, kind)) return reject({ code: 'stillOwed' });
  if (isBlank(note)) return reject({ code: 'textRequired' });
  return record({ type: 'CaseClosed', data: { at, kind, note, by: by.id } });
};
