import { beforeEach, expect, test } from 'vitest';
import { type Payments, ProviderUnavailable } from '#application/ports/payments.ts';
import type { Cents } from '#domain/shared/money.ts';

/** A provider whose payers, banks and clock the test controls. */
export type ProviderInHand = {
  payments: Pick<Payments, 'balance' | 'refund' | 'payOut' | 'askChargeback'>;
  /** A payer pays; returns the payment id. */
  pay(amount: Cents): Promise<{ transactionId: string; paymentId: string }>;
  /** Completes what is under way. */
  settle(): Promise<void>;
  /** The payer's bank disputes the payment. */
  chargeback(transactionId: string, amount: Cents, state: 'opened' | 'won' | 'lost', id?: string): Promise<string>;
  failNextRefund(): void;
  /** Accounts that accept, refuse, and later return money. */
  ibans: { good: string; refusing: string; returning: string };
  outage(on: boolean): void;
  newId(): string;
};

/** The meaning of a provider's balance, so that it can be compared with the ledger at any moment. */
export const balanceContract = (provider: () => ProviderInHand): void => {
  const held = async (): Promise<Cents> => {
    const { available, pending } = await provider().payments.balance();
    return available + pending;
  };
  let before: Cents;
  beforeEach(async () => {
    before = await held();
  });
  const grew = async () => (await held()) - before;
  const payOut = (transactionId: string, iban: string) =>
    provider().payments.payOut({
      payoutId: provider().newId(),
      transactionId,
      amount: 4_000,
      destination: { accountHolder: 'Bert', iban },
    });

  test('counts a payment in whole cents', async () => {
    await provider().pay(4_325);
    expect(await grew()).toBe(4_325);
    expect(Number.isInteger(await held())).toBe(true);
  });

  test('deducts a refund when it completes', async () => {
    const { paymentId } = await provider().pay(4_325);
    await provider().payments.refund({ refundId: provider().newId(), attempt: 1, paymentId, amount: 1_000 });
    expect(await grew()).toBe(4_325);
    await provider().settle();
    expect(await grew()).toBe(3_325);
  });

  test('deducts nothing for a failed refund', async () => {
    const { paymentId } = await provider().pay(4_325);
    provider().failNextRefund();
    await provider().payments.refund({ refundId: provider().newId(), attempt: 1, paymentId, amount: 1_000 });
    await provider().settle();
    expect(await grew()).toBe(4_325);
  });

  test('deducts a payout when it completes', async () => {
    const { transactionId } = await provider().pay(4_325);
    await payOut(transactionId, provider().ibans.good);
    expect(await grew()).toBe(4_325);
    await provider().settle();
    expect(await grew()).toBe(325);
  });

  test('deducts nothing for a refused payout and adds back a returned one', async () => {
    const { transactionId } = await provider().pay(4_325);
    await payOut(transactionId, provider().ibans.refusing);
    await provider().settle();
    expect(await grew()).toBe(4_325);
    await payOut(transactionId, provider().ibans.returning);
    await provider().settle();
    await provider().settle();
    expect(await grew()).toBe(4_325);
  });

  test('deducts a chargeback only when it is lost', async () => {
    const { transactionId } = await provider().pay(4_325);
    const id = await provider().chargeback(transactionId, 4_325, 'opened');
    expect(await grew()).toBe(4_325);
    await provider().chargeback(transactionId, 4_325, 'won', id);
    expect(await grew()).toBe(4_325);
    const other = await provider().chargeback(transactionId, 4_325, 'opened');
    await provider().chargeback(transactionId, 4_325, 'lost', other);
    expect(await grew()).toBe(0);
  });

  test('follows a bank that changes its mind, in both directions', async () => {
    const { transactionId } = await provider().pay(4_325);
    const id = await provider().chargeback(transactionId, 4_325, 'opened');
    await provider().chargeback(transactionId, 4_325, 'lost', id);
    await provider().chargeback(transactionId, 4_325, 'won', id);
    expect(await grew()).toBe(4_325);
    await provider().chargeback(transactionId, 4_325, 'lost', id);
    expect(await grew()).toBe(0);
  });

  test('finds a chargeback by id while open and afterwards', async () => {
    const { transactionId } = await provider().pay(4_325);
    const id = await provider().chargeback(transactionId, 4_000, 'opened');
    const { askChargeback } = provider().payments;
    expect(await askChargeback(id)).toMatchObject({ state: 'open', amount: 4_000 });
    await provider().chargeback(transactionId, 4_000, 'lost', id);
    expect(await askChargeback(id)).toEqual({ state: 'lost', amount: 4_000 });
    await provider().chargeback(transactionId, 4_000, 'won', id);
    expect(await askChargeback(id)).toEqual({ state: 'won', amount: 4_000 });
    expect(await askChargeback('unheard_of')).toBeUndefined();
  });

  test('reports an unreachable provider as unavailable, not as an empty balance', async () => {
    provider().outage(true);
    await expect(provider().payments.balance()).rejects.toThrow(ProviderUnavailable);
    provider().outage(false);
    expect(await grew()).toBe(0);
  });
};
