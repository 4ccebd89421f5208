import { record, reject } from '../../shared/decider.ts';
import type { Instant } from '../../shared/instants.ts';
import type { SellerStanding } from '../commands.ts';
import { divide } from '../division.ts';
import type { Split } from '../fees.ts';
import { endsByHand } from '../owedOutside.ts';
import { due } from '../process/terms.ts';
import { needsDraft, needsSecondPerson, type Transaction } from '../state.ts';
import { termsFor } from '../terms/termsFor.ts';
import { type Decide, events, isBlank, type Step } from './deciding.ts';
import { outOfRange } from './disputes.ts';
import { carryOut, watchAgain } from './following.ts';

type Verdict = { at: Instant; divided: Split; rationale: string | null; decidedBy: string; seller: SellerStanding };

/** Ends a dispute, or a staff hold without one. Released money returns to escrow first. */
const verdict = (transaction: Transaction, { at, divided, rationale, decidedBy, seller }: Verdict): Step[] => {
  const revoked: Step[] =
    transaction.money === 'payable' && transaction.released
      ? [
          {
            type: 'ReleaseRevoked',
            data: { at, toSeller: transaction.released.toSeller, fee: transaction.released.fee },
          },
        ]
      : [];
  const lifted: Step[] =
    transaction.staff === 'held' ? [{ type: 'StaffHoldLifted', data: { at, reason: rationale, by: decidedBy } }] : [];
  return [
    ...revoked,
    { type: 'DisputeDecided', data: { at, ...divided, rationale, decidedBy } },
    ...lifted,
    ...carryOut(divided.toBuyer, 'staff', seller, at),
    watchAgain(at),
  ];
};

export const decideDispute: Decide<'DecideDispute'> = (command, transaction) => {
  const { at, toBuyer, rationale, seller, by } = command;
  if (isBlank(rationale)) return reject({ code: 'textRequired' });
  const divided = divide(transaction, toBuyer);
  if (!divided) return outOfRange(transaction, 0);
  if (transaction.decided?.appealed && transaction.decided.by === by.id) return reject({ code: 'ownDecision' });
  if (!needsSecondPerson(transaction) && !needsDraft(transaction))
    return record(
      ...events(transaction, ...verdict(transaction, { at, divided, rationale, decidedBy: by.id, seller })),
    );
  const decisionId = `${transaction.id}d${transaction.proposals + 1}`;
  const terms = { rationale, proposedBy: by.id, confirmBy: due('decisionConfirmation', at, transaction) };
  const proposed: Step = { type: 'DecisionProposed', data: { at, decisionId, ...divided, ...terms } };
  const shownUntil = at + termsFor(transaction).draftShown;
  const draft: Step = { type: 'DraftShown', data: { at, decisionId, ...divided, rationale, shownUntil } };
  return record(...events(transaction, proposed, ...(needsDraft(transaction) ? [draft] : [])));
};

export const confirmDecision: Decide<'ConfirmDecision'> = (command, transaction) => {
  const { at, decisionId, rationale, seller, by } = command;
  const { proposed } = transaction;
  if (proposed?.id !== decisionId) return reject({ code: 'decisionChanged' });
  const appealedFrom = transaction.decided?.appealed ? transaction.decided.by : null;
  if ((needsSecondPerson(transaction) && proposed.by === by.id) || appealedFrom === by.id)
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

export const closeCase: Decide<'CloseCase'> = (command, transaction) => {
  const { at, kind, note, by } = command;
  if (transaction.marks[kind] === undefined) return reject({ code: 'caseNotOpen' });
  if (!endsByHand(transaction, kind)) return reject({ code: 'stillOwed' });
  if (isBlank(note)) return reject({ code: 'textRequired' });
  return record({ type: 'CaseClosed', data: { at, kind, note, by: by.id } });
};
