import { formatCents } from '#domain/shared/euros.ts';
import { displayedTerms } from '#domain/transactions/terms/termsFor.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { isKnownPolicy } from '../termsText.ts';
import { html } from './html.ts';

/** The terms of a sale in sentences. */
export const termsSentences = (policyVersion: string): string[] => {
  const words = termsOf({ policyVersion });
  const { draftAbove, refundWaitsAbove } = displayedTerms({ policyVersion });
  return [
    `The buyer pays the price, shipping and the platform fee, which is ${words.feeInFull}.`,
    `The buyer has ${words.paymentWindow} to pay, and may cancel within ${words.cancellation} of the payment.`,
    `The seller has ${words.shipment} to ship, and needs a tracking code for items above ${words.highValue}.`,
    `The money stays in escrow for ${words.escrow} after the shipment. The buyer is reminded ${words.firstNotice} and ${words.lastNotice} before the end.`,
    `The buyer may pause the clock in its last ${words.pauseWindow}, for ${words.pauseLimit} in total. After ${words.sellerDispute} of a pause the seller may open a dispute.`,
    `The buyer may claim within ${words.claim} of a confirmed arrival, until the payout begins.${words.lateClaim === undefined ? '' : ` Late claims end ${words.lateClaim} after the payout.`}`,
    `The seller has ${words.disputeAnswer} to answer a dispute. A settlement offer lapses after ${words.settlementOffer}.`,
    `Staff should decide a dispute within ${words.review}. If more than ${words.secondPersonAbove} is held, a second person must confirm the decision. If more than ${formatCents(draftAbove)} is held, both parties see a draft for ${words.draftShown}.`,
    `A party who loses may appeal within ${words.appeal} while the money is held.${refundWaitsAbove === undefined ? '' : ` A decided refund above ${formatCents(refundWaitsAbove)} waits for that time.`}`,
    `The seller has ${words.returnAnswer} to answer a return request, the buyer then has ${words.shipBack} to send the item back, and the seller has ${words.inspection} to inspect it.`,
    `A refund usually takes ${words.refund}, and a payout at most ${words.payout}.`,
    `If money is still held ${words.escalation} after the payment, staff review the sale. The provider holds it for at most ${words.providerHolds}.`,
  ];
};

/** `policy`: the text of `policy.txt`, which is shown if this release does not know the terms. */
export const termsSection = (policyVersion: string, policy: string): string => {
  const begin = `<h2>The terms of this sale</h2><p>This sale began under version ${html(policyVersion)} of the terms. They apply to it to the end, whatever later versions say.</p>`;
  if (!isKnownPolicy(policyVersion)) return `${begin}<pre>${html(policy)}</pre>`;
  return `${begin}<ul>${termsSentences(policyVersion)
    .map((sentence) => `<li>${html(sentence)}</li>`)
    .join('')}</ul>`;
};
