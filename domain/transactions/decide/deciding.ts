import type { z } from 'zod';
import { EURO } from '../../shared/currencies.ts';
import { type Result, record } from '../../shared/decider.ts';
import type { AccountId } from '../../shared/ids.ts';
import { allowedCommands, allows, mayEver, partOf, type RuledCommand } from '../allowed.ts';
import type { TransactionCommand, TransactionRejection } from '../commands.ts';
import type { EscrowGate } from '../escrowGate.ts';
import { type TransactionEvent, transactionEvents } from '../events.ts';
import { evolve } from '../evolve.ts';
import { currencyIn } from '../ledger.ts';
import { step as regionsAfter } from '../replay.ts';
import type { Transaction } from '../state.ts';

export type Decision = Result<TransactionEvent[], TransactionRejection>;
export type CommandOf<Type extends TransactionCommand['type']> = Extract<TransactionCommand, { type: Type }>;
/** `gate`: says whether the machine allows it. */
export type Decide<Type extends TransactionCommand['type']> = (
  command: CommandOf<Type>,
  transaction: Transaction,
  gate: EscrowGate,
) => Decision;

/** Events that follow from the earlier ones of the same append. */
export type Following = (transaction: Transaction) => TransactionEvent[];
export type Step = TransactionEvent | Following;

/** Events that name a currency only where it is not euros. */
type MayNameCurrency = {
  [Event in TransactionEvent as Event['type']]: Event['data'] extends { currency: string }
    ? never
    : 'currency' extends keyof Event['data']
      ? Event['type']
      : never;
}[TransactionEvent['type']];
type InAnyCurrency = Extract<TransactionEvent, { type: MayNameCurrency }>;

const mayLackCurrency = ({ shape }: { shape: Readonly<Record<string, z.ZodType>> }): boolean =>
  shape.currency?.isOptional() === true;
const IN_ANY_CURRENCY: ReadonlySet<string> = new Set(
  Object.entries(transactionEvents).flatMap(([type, { schema }]) => (mayLackCurrency(schema) ? [type] : [])),
);
const isInAnyCurrency = (event: TransactionEvent): event is InAnyCurrency => IN_ANY_CURRENCY.has(event.type);

const naming = (event: TransactionEvent, transaction: Transaction): TransactionEvent => {
  if (!isInAnyCurrency(event)) return event;
  const currency = currencyIn(event, transaction);
  return currency === EURO ? event : ({ ...event, data: { ...event.data, currency } } as InAnyCurrency);
};

/** The events of one append; each step sees the state after the steps before it. @throws CorruptHistory */
export const events = (transaction: Transaction, ...steps: Step[]): TransactionEvent[] => {
  const collected: TransactionEvent[] = [];
  let current = transaction;
  let last: TransactionEvent | undefined;
  const now = (): Transaction => {
    if (last) current = evolve(current, last);
    last = undefined;
    return current;
  };
  for (const step of steps)
    for (const decided of typeof step === 'function' ? step(now()) : [step]) {
      last = naming(decided, now());
      collected.push(last);
    }
  // nobody needs the last state; the chart must only admit the event
  if (last) regionsAfter(current, last);
  return collected;
};

export type Refusal = { ok: false; error: TransactionRejection };
export const refusing = (error: TransactionRejection): Refusal => ({ ok: false, error });

export const isBlank = (text: string | null): boolean => text === null || text.trim() === '';

type Counter = {
  command: { by: { id: AccountId }; rationale: string };
  proposer: AccountId | undefined;
  rejected: Decision;
  instead: () => readonly Step[] | Refusal;
};
/**
 * Rejects a colleague's proposal and makes another one in one append. Two people looked and did not agree, so `instead` carries nothing out
 * at any sum: somebody must confirm it.
 */
export const countered = (transaction: Transaction, { command, proposer, rejected, instead }: Counter): Decision => {
  if (proposer === command.by.id) return refusing({ code: 'ownDecision' });
  if (!rejected.ok) return rejected;
  if (isBlank(command.rationale)) return refusing({ code: 'textRequired' });
  const proposed = instead();
  return 'ok' in proposed ? proposed : record(...events(transaction, ...rejected.value, ...proposed));
};

export const notNow = (command: TransactionCommand, transaction: Transaction, gate: EscrowGate): Refusal =>
  refusing({
    code: 'notNow',
    status: transaction.status,
    allowed: allowedCommands(transaction, command.by, command.at, gate),
  });

/** Undefined if allowed. Third parties learn nothing; parties learn the status and their allowed commands. */
export const refused = (
  command: CommandOf<RuledCommand>,
  transaction: Transaction,
  gate: EscrowGate,
): Refusal | undefined => {
  const part = partOf(transaction, command.by);
  if (!part || part === 'provider') return refusing({ code: 'notYourTransaction' });
  if (allows(transaction, part, command.type, command.at, gate)) return undefined;
  const partsCommand = part === 'buyer' || part === 'seller' || mayEver(part, command.type);
  return partsCommand ? notNow(command, transaction, gate) : refusing({ code: 'notYourTransaction' });
};

/** Refuses a command that the machine does not allow; `decide` checks the details of the rest. */
export const ifAllowed =
  <Type extends RuledCommand>(decide: Decide<Type>): Decide<Type> =>
  (command, transaction, gate) =>
    refused(command, transaction, gate) ?? decide(command, transaction, gate);
