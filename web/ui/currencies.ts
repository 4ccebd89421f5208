import { EURO, formatSum, fromUnits } from '#domain/shared/currencies.ts';

/** What the API's JSON carries, in the currency that it names: `12.34` → "€12.34", "USD 12.34". */
export const formatUnits = (units: number, currency = EURO): string => formatSum(fromUnits(units, currency), currency);
