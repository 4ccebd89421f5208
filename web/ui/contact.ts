/** Props of the contact dialog, which another feature owns. */
export type ContactProps = {
  /** The reader's role: sellers contact the buyer, others the seller. */
  part: 'buyer' | 'seller';
  other: { _id: string; username: string };
  listing: { _id: string; title: string };
  onClose: () => void;
};
