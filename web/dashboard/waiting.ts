import type { Transaction } from '#application/contract/transactions.ts';
import type { DeadlineKind, TransactionCommandType } from '#domain/transactions/commands.ts';

export type Waiting = { sale: Transaction; before: string; due: string | null; after: string; button: string };

type Action = {
  command: TransactionCommandType;
  deadline: DeadlineKind;
  before: string;
  after: string;
  button: string;
};

/** What a sale can wait for a person to do, the most pressing first; the escrow chart says whether it may be done now. */
const ACTIONS: Action[] = [
  {
    command: 'SetShipping',
    deadline: 'paymentWindow',
    button: 'Go on with the purchase',
    before: 'Pay before',
    after: ', or the listing is released.',
  },
  {
    command: 'ConfirmShipment',
    deadline: 'shipment',
    button: 'Confirm shipment',
    before: 'Confirm shipment by',
    after: ', or the sale is cancelled and refunded.',
  },
  {
    command: 'ConfirmDelivery',
    deadline: 'escrowEnd',
    button: 'View Details',
    before: 'Escrow ends on',
    after: '. Confirm when it has arrived.',
  },
  {
    command: 'ResumeEscrow',
    deadline: 'pauseLimit',
    button: 'View Details',
    before: 'You paused the escrow. The pause lasts until',
    after: '.',
  },
];

const waitingFor = (sale: Transaction): Waiting[] => {
  const action = ACTIONS.find(({ command, deadline }) => {
    const armed = sale.deadlines.some(({ kind }) => kind === deadline);
    return armed && sale.allowed.includes(command);
  });
  if (!action) return [];
  const due = sale.deadlines.find(({ kind }) => kind === action.deadline)?.dueAt ?? null;
  return [{ sale, before: action.before, due, after: action.after, button: action.button }];
};

/** The sales that wait for the reader, the nearest deadline first. */
export const waitingSales = (sales: readonly Transaction[]): Waiting[] =>
  sales.flatMap(waitingFor).sort((one, other) => Date.parse(one.due ?? '') - Date.parse(other.due ?? ''));
