import { EURO, formatSum } from '../shared/currencies.ts';
import type { Cents } from '../shared/money.ts';

/** The outcome of a dispute, by the event that ended it. `toBuyer`: the sum follows. */
const OUTCOMES = {
  DisputeDecided: { words: 'decided', toBuyer: true },
  DisputeAccepted: { words: 'accepted by the seller', toBuyer: true },
  SettlementAccepted: { words: 'settled', toBuyer: true },
  DisputeWithdrawn: { words: 'withdrawn', toBuyer: false },
  DecisionAppealed: { words: 'open, after an appeal', toBuyer: false },
  ChargebackLost: { words: 'ended by a lost chargeback', toBuyer: false },
} as const;
type OutcomeEvent = keyof typeof OUTCOMES;

/** The last of these after the opening of a dispute, and before the next opening, says how it ended. */
export const OUTCOME_EVENTS = Object.keys(OUTCOMES) as OutcomeEvent[];

/** `decided, €120.00 to the buyer`; `open` without such an event. */
export const outcomeText = (
  last: { type: string; toBuyer: Cents | null; currency: string | null } | undefined,
): string => {
  const found = OUTCOME_EVENTS.find((type) => type === last?.type);
  if (found === undefined || last === undefined) return 'open';
  const { words, toBuyer } = OUTCOMES[found];
  return toBuyer ? `${words}, ${formatSum(last.toBuyer ?? 0, last.currency ?? EURO)} to the buyer` : words;
};
