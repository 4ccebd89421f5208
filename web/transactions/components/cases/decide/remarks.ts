import type { Cents } from '#domain/shared/money.ts';
import { centsOf, formatCents } from '../../../../ui/money.ts';

const REFUND = /We refund (€[\d.,]*\d)(?= of the €)/g;

/** The sentence about the refund in an inserted text; it follows the amount in the form. */
export const refundSentence = (toBuyer: Cents, held: Cents): string =>
  `We refund ${formatCents(toBuyer)} of the ${formatCents(held)} that we hold.`;

/** The text with the new amount, wherever such a sentence has the old one. */
export const withAmount = (text: string, before: Cents, after: Cents): string =>
  text.replace(REFUND, (sentence, sum) => (sum === formatCents(before) ? `We refund ${formatCents(after)}` : sentence));

/** Undefined unless the refund is more than the claim. `claim`: euros. */
export const aboveClaim = (toBuyer: Cents, claim: number | undefined): string | undefined => {
  const above = claim ? toBuyer - centsOf(claim) : 0;
  return above > 0 ? `This is ${formatCents(above)} more than the buyer asked for.` : undefined;
};

/** Remarks before sending: a refund above the claim, and a different refund in the text. */
export const remarksOn = (toBuyer: Cents, claim: number | undefined, text: string): string[] => {
  const above = aboveClaim(toBuyer, claim);
  const named = [...text.matchAll(REFUND)].map(([, sum]) => sum).find((sum) => sum !== formatCents(toBuyer));
  return [
    ...(above ? [above] : []),
    ...(named ? [`Your rationale says “We refund ${named}”, but this decision refunds ${formatCents(toBuyer)}.`] : []),
  ];
};
