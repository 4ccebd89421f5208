import { EURO } from '../../shared/currencies.ts';
import type { Result } from '../../shared/decider.ts';
import { allowedCommands, allows, mayEver, partOf, type RuledCommand } from '../allowed.ts';
import type { TransactionCommand, TransactionRejection } from '../commands.ts';
import { currencyIn } from '../currency.ts';
import type { Escrow } from '../escrow.ts';
import type { TransactionEvent } from '../events.ts';
import { evolve } from '../evolve.ts';
import { step as regionsAfter } from '../replay.ts';
import type { Transaction } from '../state.ts';

export type Decision = Result<TransactionEvent[], TransactionRejection>;
export type CommandOf<Type extends TransactionCommand['type']> = Extract<TransactionCommand, { type: Type }>;
/** `machine`: what is asked whether it may be done. */
export type Decide<Type extends TransactionCommand['type']> = (
  command: CommandOf<Type>,
  transaction: Transaction,
  machine: Escrow,
) => Decision;

/** What follows from the facts before it in the same append. */
export type Following = (transaction: Transaction) => TransactionEvent[];
export type Step = TransactionEvent | Following;

/** What may say in which currency its sums are. */
type MayNameCurrency = {
  [Event in TransactionEvent as Event['type']]: Event['data'] extends { currency: string }
    ? never
    : 'currency' extends keyof Event['data']
      ? Event['type']
      : never;
}[TransactionEvent['type']];

/** Facts whose sums are told in the currency of the money that they move. */
const IN_ANY_CURRENCY = {
  RefundRequested: true,
  RefundCompleted: true,
  RefundArrivedLate: true,
  RefundMadeByHand: true,
  RefundCameBack: true,
  DuplicateRefundRequested: true,
  DuplicateRefundCompleted: true,
  SettledOutsideProvider: true,
  OutsideSettlementProposed: true,
  ChargebackLost: true,
  ChargebackPartlyLost: true,
  OneChargebackPartlyLost: true,
  ChargebackReversed: true,
  ChargebackPartlyReversed: true,
  LateChargebackOpened: true,
  LateChargebackLost: true,
  LateChargebackReversed: true,
  LossRecovered: true,
  LossPartlyRecovered: true,
  ProviderFactRecorded: true,
} satisfies Record<MayNameCurrency, true>;

type InAnyCurrency = Extract<TransactionEvent, { type: keyof typeof IN_ANY_CURRENCY }>;
const isInAnyCurrency = (event: TransactionEvent): event is InAnyCurrency => event.type in IN_ANY_CURRENCY;

const naming = (event: TransactionEvent, transaction: Transaction): TransactionEvent => {
  if (!isInAnyCurrency(event)) return event;
  const currency = currencyIn(event, transaction);
  return currency === EURO ? event : ({ ...event, data: { ...event.data, currency } } as InAnyCurrency);
};

/** The facts of one append; each step sees the sale as the steps before it left it. @throws CorruptHistory */
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
  // nobody sees the sale after it: it only has to be one that can be written
  if (last) regionsAfter(current, last);
  return collected;
};

export type Refusal = { ok: false; error: TransactionRejection };
export const refusing = (error: TransactionRejection): Refusal => ({ ok: false, error });

export const isBlank = (text: string | null): boolean => text === null || text.trim() === '';

export const notNow = (command: TransactionCommand, transaction: Transaction, machine: Escrow): Refusal =>
  refusing({
    code: 'notNow',
    status: transaction.status,
    allowed: allowedCommands(transaction, command.by, command.at, machine),
  });

/** Undefined: go on. Third parties learn nothing about the sale; parties learn its status and what they may do. */
export const refused = (
  command: CommandOf<RuledCommand>,
  transaction: Transaction,
  machine: Escrow,
): Refusal | undefined => {
  const part = partOf(transaction, command.by);
  if (!part || part === 'provider') return refusing({ code: 'notYourTransaction' });
  if (allows(transaction, part, command.type, command.at, machine)) return undefined;
  const partsCommand = part === 'buyer' || part === 'seller' || mayEver(part, command.type);
  return partsCommand ? notNow(command, transaction, machine) : refusing({ code: 'notYourTransaction' });
};

/** Decides the details of what the machine allows now, and refuses anything else. */
export const ifAllowed =
  <Type extends RuledCommand>(decide: Decide<Type>): Decide<Type> =>
  (command, transaction, machine) =>
    refused(command, transaction, machine) ?? decide(command, transaction, machine);
