import { record, reject } from '../../shared/decider.ts';
import { DAY } from '../../shared/instants.ts';
import { partOf } from '../allowed.ts';
import { due } from '../process/terms.ts';
import { termsFor } from '../terms/termsFor.ts';
import { type Decide, events, isBlank } from './deciding.ts';
import { revoked } from './following.ts';

/** Both parties may give statements until the decision, even after a silence. */
export const giveStatement: Decide<'GiveStatement'> = (command, transaction) => {
  const { at, text, evidence } = command;
  if (isBlank(text)) return reject({ code: 'textRequired' });
  const by = partOf(transaction, command.by) === 'buyer' ? 'buyer' : 'seller';
  return record({ type: 'StatementGiven', data: { at, by, text, evidence } });
};

export const askParty: Decide<'AskParty'> = (command, transaction) => {
  const { at, party, question, days, by } = command;
  if (isBlank(question)) return reject({ code: 'textRequired' });
  const most = termsFor(transaction).answerAtMost;
  if (!Number.isInteger(days) || days < 1 || days > most) return reject({ code: 'answerTermOutOfRange', most });
  return record({ type: 'QuestionAsked', data: { at, party, question, askedBy: by.id, answerBy: at + days * DAY } });
};

/** Released money returns to escrow, and a decided refund no longer waits; refunded money stays with the buyer. */
export const appealDecision: Decide<'AppealDecision'> = (command, transaction) => {
  const { at, text, evidence } = command;
  if (isBlank(text)) return reject({ code: 'textRequired' });
  const by = partOf(transaction, command.by) === 'buyer' ? 'buyer' : 'seller';
  return record(
    ...events(
      transaction,
      { type: 'DecisionAppealed', data: { at, by, text, evidence, decideBy: due('disputeReview', at, transaction) } },
      ...revoked(transaction, at),
    ),
  );
};
