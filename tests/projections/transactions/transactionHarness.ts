import type { Knex } from 'knex';
import type { DomainEvent } from '#domain/events.ts';
import { accounts } from '#projections/accounts/projection.ts';
import { reviews } from '#projections/reviews/projection.ts';
import { cases, transactions } from '#projections/transactions/projection.ts';
import { BUYER, NOW, registered, SELLER } from '../given.ts';
import { fill } from '../harness.ts';
import { interleave, type openTransaction } from './transactionRows.ts';

const VERIFICATION: DomainEvent = { type: 'BankAccountVerified', data: { at: NOW } };

export const ownerWithBank = (payoutsHeldUntil: number | null, found: DomainEvent = VERIFICATION): DomainEvent[] => {
  const bank = { accountHolder: 'Sam', iban: 'NL91ABNA0417164300', bankName: 'Bank' };
  const provided: DomainEvent = { type: 'BankDetailsProvided', data: { at: NOW, bank, payoutsHeldUntil } };
  return [registered({ username: 'sam' }), provided, found];
};

export const PARTIES = {
  [`account-${BUYER}`]: [registered({ username: 'bea' })],
  [`account-${SELLER}`]: ownerWithBank(null),
};

export type Story = ReturnType<typeof openTransaction>;

/** Fills the read models of transactions with these stories. */
export const fillTransactions = (knex: Knex, stories: readonly Story[]): Promise<unknown> => {
  const sales = stories.map((story) => [`transaction-${story.sale.id}`, story.events]);
  return fill(knex, [accounts, cases, reviews, transactions], interleave({ ...PARTIES, ...Object.fromEntries(sales) }));
};
