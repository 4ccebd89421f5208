/** The party that keeps the item after a decision. The terms and the FAQ share it; a test proves each sentence. */
export const ITEM_KEPT: readonly string[] = [
  'A decision divides only the money. The item stays with the buyer, even if everything is refunded, unless a return has sent it back. An item that was not shipped stays with the seller.',
  'A buyer who wants to send the item back asks for a return, while the money is in escrow and no dispute is open. Once a dispute is withdrawn, that is possible again.',
];
