import { formatSum, fromUnits } from '#domain/shared/currencies.ts';
import { type TAccount, tAccountsOf } from '#domain/transactions/tAccount.ts';
import type { StoredEvent } from '../../../ports/eventStore.ts';
import type { LedgerLine } from '../bundleFormat.ts';
import { html } from './html.ts';

/** By the part of an account's name before the sale's id. */
const ACCOUNTS: Readonly<Record<string, string>> = {
  psp_clearing: 'Payment provider',
  escrow: 'Held in escrow',
  seller_payable: 'Due to the seller',
  payout_transit: 'On its way to the seller',
  refund_transit: 'On its way back to the buyer',
  duplicate: 'Owed to the buyer beside the sale',
  fee_income: 'Platform fee',
  seller_paid: 'Paid to the seller',
  platform_loss: 'Loss of the marketplace',
  own_bank: 'Bank account of the marketplace',
};
const accountName = (account: string): string => {
  const kind = account.split(/[.:]/)[0]!;
  return Object.hasOwn(ACCOUNTS, kind) ? ACCOUNTS[kind]! : account;
};

const LEFT = [
  ['captured', 'Paid by the buyer'],
  ['covered', 'Paid by the marketplace itself'],
] as const;
const RIGHT = [
  ['refunded', 'Refunded to the buyer'],
  ['chargedBack', 'Taken back by the buyer’s bank'],
  ['paidOut', 'Paid to the seller'],
  ['fees', 'Platform fee'],
  ['held', 'Still held or on its way'],
] as const;

const tAccount = (account: TAccount): string => {
  const sums = (side: readonly (readonly [keyof TAccount, string])[]) =>
    side
      .filter(([name]) => account[name] !== 0 || name === 'captured' || name === 'held')
      .map(([name, label]) => [label, formatSum(Number(account[name]), account.currency)] as const);
  const [left, right] = [sums(LEFT), sums(RIGHT)];
  const rows = Array.from({ length: Math.max(left.length, right.length) }, (_, at) => {
    const cells = [left[at] ?? ['', ''], right[at] ?? ['', '']];
    return `<tr>${cells.map(([label, sum]) => `<td>${label}</td><td class="sum">${sum}</td>`).join('')}</tr>`;
  });
  const whole = formatSum(account.captured + account.covered, account.currency);
  return `<table class="t"><thead><tr><th colspan="2">What came in</th><th colspan="2">Where it is</th></tr></thead><tbody>${rows.join('')}</tbody><tfoot><tr><td>Total</td><td class="sum">${whole}</td><td>Total</td><td class="sum">${formatSum(account.captured + account.covered - account.difference, account.currency)}</td></tr></tfoot></table>`;
};

type Told = { ledger: readonly LedgerLine[]; events: readonly StoredEvent[]; numberOf: (eventId: string) => number };

/** The sums of the lines that the reader has, and the lines. */
export const moneySections = ({ ledger, events, numberOf }: Told): { sums: string; entries: string } => {
  const types = new Map(events.map(({ id, type }) => [id, type]));
  const booked = ledger.map(({ account, amount, currency, eventId }) => ({
    account,
    amount: fromUnits(amount, currency),
    eventId,
    type: types.get(eventId) ?? '',
    kept: 0,
  }));
  if (booked.length === 0) return { sums: '<h2>The money</h2><p>No money has moved.</p>', entries: '' };
  const lines = ledger.map(
    ({ account, amount, currency, eventId }) =>
      `<tr><td>${numberOf(eventId)}</td><td>${html(accountName(account))}</td><td class="sum">${html(formatSum(fromUnits(amount, currency), currency))}</td></tr>`,
  );
  return {
    sums: `<h2>The money</h2>${tAccountsOf(booked).map(tAccount).join('')}`,
    entries: `<h2>Every entry in the ledger</h2><p>The entries of one event add up to zero. An amount with a minus left its account. The provider’s account is below zero while it holds the buyer’s money.</p>
<table><thead><tr><th>Event</th><th>Account</th><th class="sum">Amount</th></tr></thead><tbody>${lines.join('')}</tbody></table>`,
  };
};
