import { record, reject } from '../../shared/decider.ts';
import type { Instant } from '../../shared/instants.ts';
import type { SellerStanding } from '../commands.ts';
import { divide } from '../division.ts';
import type { Split } from '../fees.ts';
import { policyOf } from '../limits.ts';
import { endsByHand } from '../owedOutside.ts';
import { due } from '../process/terms.ts';
import { needsDraft, needsSecondPerson, type Sale } from '../state.ts';
import { type Decide, facts, isBlank, type Step } from './deciding.ts';
import { outOfRange } from './disputes.ts';
import { carryOut, watchAgain } from './following.ts';

type Verdict = { at: Instant; divided: Split; rationale: string | null; decidedBy: string; seller: SellerStanding };

/** Ends a dispute, or a hold by staff without one; money that was released comes back to escrow first. */
const verdict = (sale: Sale, { at, divided, rationale, decidedBy, seller }: Verdict): Step[] => {
  const revoked: Step[] =
    sale.money === 'payable' && sale.released
      ? [{ type: 'ReleaseRevoked', data: { at, toSeller: sale.released.toSeller, fee: sale.released.fee } }]
      : [];
  const lifted: Step[] =
    sale.staff === 'held' ? [{ type: 'StaffHoldLifted', data: { at, reason: rationale, by: decidedBy } }] : [];
  return [
    ...revoked,
    { type: 'DisputeDecided', data: { at, ...divided, rationale, decidedBy } },
    ...lifted,
    ...carryOut(divided.toBuyer, 'staff', seller, at),
    watchAgain(at),
  ];
};

export const decideDispute: Decide<'DecideDispute'> = (command, sale) => {
  const { at, toBuyer, rationale, seller, by } = command;
  if (isBlank(rationale)) return reject({ code: 'textRequired' });
  const divided = divide(sale, toBuyer);
  if (!divided) return outOfRange(sale, 0);
  if (sale.decided?.appealed && sale.decided.by === by.id) return reject({ code: 'ownDecision' });
  if (!needsSecondPerson(sale) && !needsDraft(sale))
    return record(...facts(sale, ...verdict(sale, { at, divided, rationale, decidedBy: by.id, seller })));
  const decisionId = `${sale.id}d${sale.proposals + 1}`;
  const terms = { rationale, proposedBy: by.id, confirmBy: due('decisionConfirmation', at, sale) };
  const proposed: Step = { type: 'DecisionProposed', data: { at, decisionId, ...divided, ...terms } };
  const shownUntil = at + policyOf(sale).draftShown;
  const draft: Step = { type: 'DraftShown', data: { at, decisionId, ...divided, rationale, shownUntil } };
  return record(...facts(sale, proposed, ...(needsDraft(sale) ? [draft] : [])));
};

export const confirmDecision: Decide<'ConfirmDecision'> = (command, sale) => {
  const { at, decisionId, rationale, seller, by } = command;
  const { proposed } = sale;
  if (proposed?.id !== decisionId) return reject({ code: 'decisionChanged' });
  const appealedFrom = sale.decided?.appealed ? sale.decided.by : null;
  if ((needsSecondPerson(sale) && proposed.by === by.id) || appealedFrom === by.id)
    return reject({ code: 'ownDecision' });
  const divided = divide(sale, proposed.toBuyer);
  // facts that change the sums end a proposal; should one be missing there, nobody's word covers the new sums
  if (divided?.toSeller !== proposed.toSeller || divided.fee !== proposed.fee)
    return reject({ code: 'decisionChanged' });
  const confirmed: Step = { type: 'DecisionConfirmed', data: { at, decisionId, confirmedBy: by.id } };
  return record(
    ...facts(sale, confirmed, ...verdict(sale, { at, divided, rationale, decidedBy: proposed.by, seller })),
  );
};

export const rejectDecision: Decide<'RejectDecision'> = (command, sale) => {
  const { at, decisionId, reason, by } = command;
  if (sale.proposed?.id !== decisionId) return reject({ code: 'decisionChanged' });
  if (isBlank(reason)) return reject({ code: 'textRequired' });
  return record(
    sale.proposed.by === by.id
      ? { type: 'DecisionWithdrawn', data: { at, decisionId, reason, withdrawnBy: by.id } }
      : { type: 'DecisionRejected', data: { at, decisionId, reason, rejectedBy: by.id } },
  );
};

export const closeCase: Decide<'CloseCase'> = (command, sale) => {
  const { at, kind, note, by } = command;
  if (sale.marks[kind] === undefined) return reject({ code: 'caseNotOpen' });
  if (!endsByHand(sale, kind)) return reject({ code: 'stillOwed' });
  if (isBlank(note)) return reject({ code: 'textRequired' });
  return record({ type: 'CaseClosed', data: { at, kind, note, by: by.id } });
};
