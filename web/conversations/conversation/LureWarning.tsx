import { luresIn } from '#domain/conversations/scamSignals.ts';

/** Shown below messages that lead out of escrow. Links are plain text, so nobody opens one by accident. */
export const LureWarning = ({ content }: { content: string }) =>
  luresIn(content, window.location.host).length > 0 && (
    <p className="msg-warning">
      Careful: pay only at the Reliquary checkout. Money paid elsewhere is not in escrow, and we cannot return it. We
      never ask for a password in a message.
    </p>
  );
