import type { Letter, LetterTemplate, RenderLetter } from '#application/ports/letters.ts';
import type { Content, Family } from './content.ts';
import { asHtml, asText } from './layout.tsx';
import { accountLetters } from './letters/account.ts';
import { bankLetters } from './letters/bank.ts';
import { disputeLetters } from './letters/dispute.ts';
import { escrowLetters } from './letters/escrow.ts';
import { holdLetters } from './letters/holds.ts';
import { paymentLetters } from './letters/payment.ts';
import { payoutLetters } from './letters/payout.ts';
import { purchaseLetters } from './letters/purchase.ts';
import { ratingLetters } from './letters/rating.ts';
import { refundLetters } from './letters/refund.ts';
import { returnLetters } from './letters/returns.ts';
import { shippingLetters } from './letters/shipping.ts';
import { staffLetters } from './letters/staff.ts';

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
