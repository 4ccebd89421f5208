/** What a message to the other side of a listing or a sale needs to know; the dialog for it belongs to another feature. */
export type ContactProps = {
  /** The reader's own part: a seller contacts the buyer, everybody else the seller. */
  part: 'buyer' | 'seller';
  other: { _id: string; username: string };
  listing: { _id: string; title: string };
  onClose: () => void;
};
