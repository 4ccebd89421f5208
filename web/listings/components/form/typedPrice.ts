import { formatEuros } from '#domain/shared/euros.ts';
import { readMoney, typedCents, typedFailure } from '../../../ui/typedMoney.ts';

/** Converts the price for the server; an invalid amount stays as typed, so the server refuses it. */
export const withPriceRead = <Form extends { price: string }>(form: Form): Form => {
  const cents = typedCents(form.price);
  return cents === undefined ? form : { ...form, price: formatEuros(cents) };
};

/** Why a price cannot be read. Negative, zero and missing amounts are left to the field rules. */
export const unreadablePrice = (typed: string): string | undefined => {
  const reading = readMoney(typed);
  return 'failure' in reading && reading.negative ? undefined : typedFailure(typed);
};
