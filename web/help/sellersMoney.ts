import { formatRound } from '#domain/shared/euros.ts';
import { inDays, inHours } from '#domain/shared/lengths.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { TERMS } from '#domain/transactions/terms/termsText.ts';
import { FIRST_BLOCK, LONGEST_BLOCK, MOST_UNPAID } from '#domain/transactions/unpaidPurchases/limits.ts';

const { escalation, draftShown, secondPersonAbove, appeal } = TERMS;
const refundWaitsAbove = formatRound(CURRENT_TERMS.refundWaitsAbove ?? 0);
const draftAbove = formatRound(CURRENT_TERMS.draftAbove);

/** What can hold or take a seller's money. The terms and the answers share it; a test proves each sentence. */
export const SELLERS_MONEY: readonly string[] = [
  'While a dispute or a return is open, while our staff hold a sale, or while the buyer’s bank claims the payment back (a chargeback), the money of that sale is not paid out.',
  'If the bank takes a payment back before the payout, the money that we hold for the sale pays for it: the seller’s part first, then our fee. Money that has reached the seller’s bank account is never asked back for a chargeback.',
  `Our staff may hold a sale, with a reason, until they lift the hold or decide. A sale whose money has been held for ${escalation} always gets such a hold.`,
  `Staff give the reasons of every decision to both sides. Where more than ${draftAbove} is held, both read a draft for ${draftShown} before it is confirmed. Where more than ${secondPersonAbove} is held, two members of staff decide.`,
  `Each side may appeal once against a decision that it lost, within ${appeal} or until the money has left, whichever is first. Another member of staff then decides. A decided refund of more than ${refundWaitsAbove} for an item that was shipped waits until the seller can no longer appeal. One of ${refundWaitsAbove} or less is sent at once.`,
  `A buyer may have at most ${MOST_UNPAID} unpaid purchases. A purchase that is not paid in time costs the seller nothing and frees the listing. Its buyer cannot buy that listing again for ${inHours(FIRST_BLOCK)}, and twice as long after each repetition, up to ${inDays(LONGEST_BLOCK)}.`,
];
