import { formatEuros } from '#domain/shared/euros.ts';
import { readMoney, typedCents, typedFailure } from '../../ui/typedMoney.ts';

/** With the price as the server takes it; what is no amount stays as it is, to be refused. */
export const withPriceRead = <Form extends { price: string }>(form: Form): Form => {
  const cents = typedCents(form.price);
  return cents === undefined ? form : { ...form, price: formatEuros(cents) };
};

/** Why a price cannot be read. A negative one can: it is refused in the words of the rules, as nothing and zero are. */
export const unreadablePrice = (typed: string): string | undefined => {
  const reading = readMoney(typed);
  return 'failure' in reading && reading.negative ? undefined : typedFailure(typed);
};
