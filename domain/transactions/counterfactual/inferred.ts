import type { SellerStanding, TransactionCommand } from '../commands.ts';
import type { TransactionEventType } from '../events.ts';
import { transactionAggregate } from '../transaction.ts';
import { type Act, areAlike } from './acts.ts';
import { type Causes, standingsFor } from './causes.ts';
import { causesOfMoney } from './causesOfMoney.ts';
import { causesOfPeople } from './causesOfPeople.ts';

/** Which commands may lead to an append that begins with each event. A missing event does not compile. */
const CAUSES: { readonly [Type in TransactionEventType]: Causes<Type> } = { ...causesOfPeople, ...causesOfMoney };

export type Inferred = { command: TransactionCommand; seller: SellerStanding };

/**
 * The command that led to an append: the one that makes the same events of the state before it. Undefined if none does, as after a
 * change of the rules.
 */
export const inferredFrom = (act: Act, last: SellerStanding): Inferred | undefined => {
  const [first] = act.events;
  if (!first) return undefined;
  let nearly: Inferred | undefined;
  for (const seller of standingsFor(act, last)) {
    const candidates = (CAUSES[first.type] as Causes<typeof first.type>)(first.data as never, act, seller);
    for (const command of candidates) {
      const decision = transactionAggregate.decide(command, act.before);
      if (!decision.ok) continue;
      if (areAlike(decision.value, act.events)) return { command, seller };
      if (!nearly && areAlike(decision.value, act.events, false)) nearly = { command, seller };
    }
  }
  return nearly;
};
