import type { CaseFile } from '#application/contract/cases.ts';
import { openDispute } from '../../../../staff/openDispute.ts';
import { centsOf, formatPrice } from '../../../../ui/money.ts';
import { refundSentence } from '../decide/remarks.ts';

type Macro = { name: string; text: string };

/** Texts for the rationale of a decision, filled with the data of the case. `toBuyer`: cents in the form. Both parties read what is sent. */
export const macrosFor = ({ transaction, sums }: CaseFile, toBuyer: number | undefined): Macro[] => {
  const claim = openDispute(transaction)?.claim;
  if (!transaction.allowed.includes('DecideDispute') || claim == null) return [];
  const item = `“${transaction.listing.title}”`;
  const refund = refundSentence(toBuyer || centsOf(claim), centsOf(sums.held));
  return [
    { name: 'The photos prove the claim', text: `The photos show what the buyer claims about ${item}. ${refund}` },
    {
      name: 'It differs from the listing',
      text: `${item} differs from its listing at the time of the purchase. ${refund}`,
    },
    { name: 'The seller did not answer', text: `The seller did not answer the claim about ${item} in time. ${refund}` },
    {
      name: 'The claim is not proven',
      text: `The statements and photos do not show what the buyer claims about ${item}. The money goes to the seller.`,
    },
    {
      name: 'The carrier delivered it',
      text: `The carrier’s tracking shows that ${item} was delivered. The money goes to the seller.`,
    },
  ];
};

/** Texts for a question to a party, filled with the data of the case. Both parties read what is sent. */
export const questionsFor = ({ transaction, sums }: CaseFile, party: 'buyer' | 'seller'): Macro[] => {
  const item = `“${transaction.listing.title}”`;
  const half = formatPrice(Math.round((openDispute(transaction)?.claim ?? sums.held) * 50) / 100);
  const settle = { name: 'A smaller refund', text: `Would you agree to a refund of ${half}?` };
  return party === 'buyer'
    ? [
        {
          name: 'Photos of the parcel',
          text: `Please add photos of the parcel, the packing and ${item} as it arrived.`,
        },
        { name: 'Photos of the damage', text: `Please add close photos that show what is wrong with ${item}.` },
        settle,
      ]
    : [
        { name: 'Proof of shipment', text: `Please add the carrier’s receipt for the parcel with ${item}.` },
        { name: 'Photos before shipment', text: `Please add photos of ${item} and its packing before you sent it.` },
        settle,
      ];
};

/** A paragraph more. */
export const appended = (before: string, text: string): string => [before.trim(), text].filter(Boolean).join('\n\n');

/** Appends a text to a field of another component, as if it had been typed. */
export const typeInto = (field: HTMLTextAreaElement, text: string): void => {
  const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
  set?.call(field, appended(field.value, text));
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.focus();
};
