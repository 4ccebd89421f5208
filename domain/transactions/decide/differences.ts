import { EURO } from '../../shared/currencies.ts';
import { record, reject } from '../../shared/decider.ts';
import { bookingNeedsSecond, pendingDifference, unbookable } from '../differences.ts';
import { due } from '../process/terms.ts';
import { type Decide, events, isBlank, type Step } from './deciding.ts';

/**
 * Books what the provider took by an object beyond our events. The command names the whole loss by the object, so a repeated one changes
 * nothing. Above the limit for one person the first only proposes, and another person books the same sum.
 */
export const bookDifference: Decide<'BookDifference'> = (command, transaction) => {
  const { at, object, objectId, lost, currency = EURO, rationale, by } = command;
  const about = { object, objectId };
  const refused = unbookable(transaction, about, lost);
  if (refused || lost === null) return reject({ code: refused ?? 'notBookable' });
  if (isBlank(rationale)) return reject({ code: 'textRequired' });
  const data = { at, ...about, lost, ...(currency !== EURO && { currency }), rationale };
  const isBooked = (people: { by: string; confirmedBy?: string }): Step => ({
    type: 'DifferenceBooked',
    data: { ...data, ...people },
  });
  if (!bookingNeedsSecond(transaction, about, lost)) return record(...events(transaction, isBooked({ by: by.id })));
  const proposed = pendingDifference(transaction, { ...about, lost }, at);
  if (proposed?.by === by.id) return reject({ code: 'ownDecision' });
  if (proposed) return record(...events(transaction, isBooked({ by: proposed.by, confirmedBy: by.id })));
  const waits = { proposedBy: by.id, confirmBy: due('decisionConfirmation', at, transaction) };
  return record(...events(transaction, { type: 'DifferenceProposed', data: { ...data, ...waits } }));
};
