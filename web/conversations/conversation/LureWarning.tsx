import { luresIn } from '#domain/conversations/scamSignals.ts';

/** Below what others write that leads out of escrow. Links stand there as text: nobody follows one by a slip of the hand. */
export const LureWarning = ({ content }: { content: string }) =>
  luresIn(content, window.location.host).length > 0 && (
    <p className="msg-warning">
      Careful: pay only at the Reliquary checkout. Money paid elsewhere is not in escrow, and we cannot return it. We
      never ask for a password in a message.
    </p>
  );
