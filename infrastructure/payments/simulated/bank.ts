import type { Knex } from 'knex';
import type { Cents } from '#domain/shared/money.ts';
import type { openTransfers } from './transfers.ts';

export const BANK_CHOICES = ['opened', 'won', 'lost'] as const;
export type BankChoice = (typeof BANK_CHOICES)[number];
export type BankClaim = 'none' | BankChoice;
export type BankPayment = { captured: Cents; claim: BankClaim };

type Options = { db: Knex; transfers: Pick<ReturnType<typeof openTransfers>, 'chargeback'> };

/** The payer's bank: it asks for the first payment of a transaction back, once, and decides its claim. */
export const openBank = ({ db, transfers }: Options) => {
  const find = async (transactionId: string): Promise<BankPayment | undefined> => {
    const about = { transaction_id: transactionId };
    const payment = await db('simulated_provider.payments').where(about).orderBy('paid_at').first();
    const claim = await db('simulated_provider.chargebacks').where(about).orderBy('created_at').first();
    return payment && { captured: Number(payment.captured), claim: claim?.state ?? 'none' };
  };

  return {
    find,
    /** Returns whether the bank's claim changed: only an open one is decided, and a payment has one. */
    choose: async (transactionId: string, choice: BankChoice): Promise<boolean> => {
      const payment = await find(transactionId);
      if (payment?.claim !== (choice === 'opened' ? 'none' : 'opened')) return false;
      await transfers.chargeback(transactionId, payment.captured, choice, `cb_${transactionId}`);
      return true;
    },
  };
};

export type Bank = ReturnType<typeof openBank>;
