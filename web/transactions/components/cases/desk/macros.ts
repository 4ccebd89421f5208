import type { CaseFile } from '#application/contract/cases.ts';
import { openDispute } from '../../../../staff/openDispute.ts';
import { formatPrice } from '../../../../ui/money.ts';

type Macro = { name: string; text: string };

/** Texts for the rationale of a decision, filled with the data of the case. Both parties read what is sent. */
export const macrosFor = ({ transaction, sums }: CaseFile): Macro[] => {
  const claim = openDispute(transaction)?.claim;
  if (!transaction.allowed.includes('DecideDispute') || claim == null) return [];
  const item = `“${transaction.listing.title}”`;
  const refund = `We refund ${formatPrice(claim)} of the ${formatPrice(sums.held)} that we hold.`;
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

/** Appends a text to a field of another component, as if it had been typed. */
export const typeInto = (field: HTMLTextAreaElement, text: string): void => {
  const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
  set?.call(field, [field.value.trim(), text].filter(Boolean).join('\n\n'));
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.focus();
};
