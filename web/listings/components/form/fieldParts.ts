/** One chunk: the form is usable before these arrive. */
export { SoldPrices } from '../price/SoldPrices.tsx';
export { ListingShipping } from './ListingShipping.tsx';
export { PriceOutcome } from './PriceOutcome.tsx';
export { Questions } from './Questions.tsx';
