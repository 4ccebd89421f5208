import {
  CHANGEABLE_TERMS,
  changeFault,
  type TermName,
  writtenTerm,
} from '#domain/transactions/counterfactual/changedTerms.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';

export type Change = { name: string; value: string };

/** `escrowPeriod` → `Escrow period` */
const labelOf = (name: string): string => {
  const words = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const CHOICES = CHANGEABLE_TERMS.map(({ name, like }) => ({
  name,
  label: labelOf(name),
  hint: `Now ${writtenTerm(name, CURRENT_TERMS)}. Write ${like}.`,
})).toSorted((one, other) => one.label.localeCompare(other.label));

export const hintFor = (name: string): string | undefined => CHOICES.find((choice) => choice.name === name)?.hint;

const isTerm = (name: string): name is TermName => CHOICES.some((choice) => choice.name === name);

/** `escrowPeriod=20d&feePercent=6%`, as the address and the API write it. */
export const writtenChanges = (changes: readonly Change[]): string =>
  changes.map(({ name, value }) => `${name}=${value.trim()}`).join('&');

export const changesIn = (written: string): Change[] =>
  written
    .split('&')
    .map((each) => ({ name: each.split('=')[0] ?? '', value: each.split('=')[1] ?? '' }))
    .filter(({ name }) => isTerm(name));

/** The fault of a change; undefined if it is valid. */
export const faultOf = ({ name, value }: Change): string | undefined => {
  const fault = changeFault({ [name]: value.trim() });
  return fault === undefined ? undefined : fault.fault === 'value' ? `Write ${fault.like}` : 'Choose a term';
};
