import { EURO, formatSum, fromUnits } from '#domain/shared/currencies.ts';

/** The API's amount with its currency: `12.34` → "€12.34", "USD 12.34". */
export const formatUnits = (units: number, currency = EURO): string => formatSum(fromUnits(units, currency), currency);
