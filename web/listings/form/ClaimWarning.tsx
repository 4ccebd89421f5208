import { Notice } from '../../ui/States.tsx';
import { claimWords } from './claimWords.ts';

/** Only a warning: the listing can still be saved, and staff decide. */
export const ClaimWarning = ({ texts, trademarks }: { texts: readonly string[]; trademarks: readonly string[] }) => {
  const words = claimWords(texts, trademarks);
  return (
    <div role="status">
      {words.length > 0 && (
        <Notice>
          <b>Please check your wording: {words.map((word) => `“${word}”`).join(', ')}.</b> The terms allow no
          counterfeits, no trademark references and no “proxy” or “replacement” claims. We may remove a listing that
          does.
        </Notice>
      )}
    </div>
  );
};
