import type { CaseFile } from '#application/contract/cases.ts';
import type { Cents } from '#domain/shared/money.ts';
import { type Split, split } from '#domain/transactions/fees.ts';
import { centsOf, formatCents } from '../../../../ui/money.ts';
import { typedCents, typedFailure } from '../../../../ui/typedMoney.ts';

export type Choice = 'release' | 'part' | 'refund';

export type Held = { held: Cents; least: Cents; most: Cents; fee: Cents };

/** `least`: money paid on top of the quote is always refunded. */
export const heldOf = ({ sums, transaction }: Pick<CaseFile, 'sums' | 'transaction'>): Held => {
  const [held, most] = [centsOf(sums.held), centsOf(sums.mostPartialRefund)];
  return { held, least: Math.max(0, held - centsOf(transaction.totalAmount)), most, fee: held - most };
};

export const ALL_THE_BUYERS = 'None of this money can go to the seller: all of it is refunded.';

/** If the seller can get nothing, only the full refund is left. */
export const choicesOf = ({ most }: Held): readonly Choice[] =>
  most === 0 ? ['refund'] : ['release', 'part', 'refund'];

/** Divides the held money or says why it cannot. The fee is kept unless everything is refunded. */
export const divide = (choice: Choice, typed: string, sums: Held): Split | { failure: string } => {
  const { held, least, most, fee } = sums;
  if (!choicesOf(sums).includes(choice)) return { failure: ALL_THE_BUYERS };
  if (choice === 'release') return split(held, fee, least) ?? { failure: 'This sale cannot be released' };
  if (choice === 'refund') return { toBuyer: held, toSeller: 0, fee: 0 };
  const toBuyer = typedCents(typed);
  if (toBuyer === 0) return { failure: 'To refund nothing, choose “Release to the seller”.' };
  if (!toBuyer) return { failure: typedFailure(typed) ?? 'Please enter the refund amount' };
  if (toBuyer > held) return { failure: `Only ${formatCents(held)} is held.` };
  if (toBuyer < least)
    return { failure: `At least ${formatCents(least)} must be refunded: it was paid on top of the total.` };
  const parts = toBuyer === held ? undefined : split(held, fee, toBuyer);
  if (parts) return parts;
  return {
    failure: `This leaves less than our fee. Refund ${formatCents(most)} or less, or choose “Refund everything”.`,
  };
};

export const isSplit = (division: Split | { failure: string }): division is Split => 'toBuyer' in division;
