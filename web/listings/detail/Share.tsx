import type { Listing } from '#application/contract/listings.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast.ts';

/** Uses the device's share sheet, or copies the link. Shares the public page. */
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
      // cancelling is not a failure
      if (error.name !== 'AbortError') toast.error('Your browser blocked sharing. Here is the link:', url);
    }
  };
  return (
    <Button block look="quiet" onClick={share} aria-label={`Share ${title}`}>
      Share
    </Button>
  );
};
