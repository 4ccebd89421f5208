import type { Listing } from '#application/contract/listings.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast.ts';

/** By what the device shares with, else the link is copied: that of the page which is open to everybody. */
export const Share = ({ listing: { _id, title } }: { listing: Listing }) => {
  const url = `${location.origin}/public/listings/${_id}`;
  const copy = async () => {
    await navigator.clipboard.writeText(url);
    toast.success('Link copied');
  };
  const share = async () => {
    try {
      await (navigator.share ? navigator.share({ title, url }) : copy());
    } catch (error) {
      if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
      // chosen nothing: that is an answer, too
      if (error.name !== 'AbortError') toast.error('Your browser blocked sharing. Here is the link:', url);
    }
  };
  return (
    <Button block look="quiet" onClick={share} aria-label={`Share ${title}`}>
      Share
    </Button>
  );
};
