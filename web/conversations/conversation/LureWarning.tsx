import { scamSignalsIn } from '#domain/conversations/scamSignals.ts';

/** Below what others write that leads out of escrow. Links stand there as text: nobody follows one by a slip of the hand. */
export const LureWarning = ({ content }: { content: string }) =>
  scamSignalsIn(content, window.location.host).length > 0 && (
    <p className="msg-warning">
      Careful: pay only at the checkout of Reliquary. What is paid elsewhere is not in escrow, and we cannot give it
      back. We never ask for a password in a message.
    </p>
  );
