import type { Letter, LetterTemplate, RenderLetter } from '#application/ports/emails.ts';
import type { Content, Family } from './content.ts';
import { asHtml, asText } from './layout.tsx';
import { accountLetters } from './templates/account.ts';
import { bankLetters } from './templates/bank.ts';
import { disputeLetters } from './templates/dispute.ts';
import { escrowLetters } from './templates/escrow.ts';
import { holdLetters } from './templates/holds.ts';
import { paymentLetters } from './templates/payment.ts';
import { payoutLetters } from './templates/payout.ts';
import { purchaseLetters } from './templates/purchase.ts';
import { ratingLetters } from './templates/rating.ts';
import { refundLetters } from './templates/refund.ts';
import { returnLetters } from './templates/returns.ts';
import { shippingLetters } from './templates/shipping.ts';
import { staffLetters } from './templates/staff.ts';

/** Complete by its type: a template without a letter does not compile. */
const LETTERS: { readonly [Template in LetterTemplate]: (letter: Letter) => Content } = {
  ...accountLetters,
  ...purchaseLetters,
  ...paymentLetters,
  ...shippingLetters,
  ...escrowLetters,
  ...holdLetters,
  ...disputeLetters,
  ...returnLetters,
  ...refundLetters,
  ...payoutLetters,
  ...bankLetters,
  ...ratingLetters,
  ...staffLetters,
} satisfies Family;

type LetterOptions = {
  /** Where links lead. */
  publicUrl: string;
  supportEmail: string;
};

/** Renders letters as HTML and as text, of the same words and with the same links. */
export const openLetterRenderer = ({ publicUrl, supportEmail }: LetterOptions): RenderLetter => {
  const base = publicUrl.replace(/\/$/, '');
  return (letter) => {
    const content = LETTERS[letter.template](letter);
    const link = content.action ? `${base}${content.action.path}` : null;
    const frame = { content, username: letter.username, link, home: `${base}/`, supportEmail };
    return { subject: content.subject, text: asText(frame), html: asHtml(frame) };
  };
};
