import { currencyCode, EURO } from '../shared/currencies.ts';
import type { Cents } from '../shared/money.ts';

/** The fields that hold a sum, in cents. */
export const SUM_FIELDS = [
  'amount',
  'captured',
  'expected',
  'claim',
  'toBuyer',
  'toSeller',
  'fee',
  'total',
  'shippingCost',
  'price',
  'proposed',
  'asked',
  'from',
  'to',
  'ours',
  'ofSale',
  'twice',
  'kept',
  'owed',
  'lost',
  'atProvider',
  'expectedAtProvider',
  'domesticRate',
  'continentalRate',
  'internationalRate',
  'domestic',
  'continental',
  'international',
];

/**
 * The sum that an event is about: the first of these that it has. The others say how it is divided, what was there before, or what is left.
 * An event with only others, such as the rates of a seller, is about no single sum.
 */
const OWN_SUM = [
  'amount',
  'captured',
  'price',
  'to',
  'claim',
  'toBuyer',
  'toSeller',
  'lost',
  'total',
  'atProvider',
] as const;

/** How a decision divides the money. */
const DIVISION = ['toBuyer', 'toSeller', 'fee'] as const;
type Division = Record<(typeof DIVISION)[number], Cents | null>;

const UNDIVIDED: Division = { toBuyer: null, toSeller: null, fee: null };

/** Always euros, whatever currency the payment had. */
const IN_EUROS = ['expected'];

export const currencyIn = (name: string, stored: unknown): string =>
  typeof stored !== 'string' || IN_EUROS.includes(name) ? EURO : currencyCode(stored);

type Data = Readonly<Record<string, unknown>>;

const isSum = (value: unknown): value is Cents => typeof value === 'number';

/** The field of the sum that an event is about; undefined for an event without one. */
export const ownSumField = (data: Data): (typeof OWN_SUM)[number] | undefined =>
  OWN_SUM.find((name) => isSum(data[name]));

/** In cents of the currency. `division`: only of an event that divides money, such as a decision. */
export const sumsOf = (data: Data): ({ amount: Cents; currency: string } & Division) | undefined => {
  const name = ownSumField(data);
  if (name === undefined) return undefined;
  const amount = data[name] as Cents;
  const divides = name === 'toBuyer' || name === 'toSeller';
  const division = DIVISION.map((part) => [part, isSum(data[part]) ? data[part] : null]);
  return {
    amount,
    currency: currencyIn(name, data.currency),
    ...UNDIVIDED,
    ...(divides && (Object.fromEntries(division) as Division)),
  };
};
