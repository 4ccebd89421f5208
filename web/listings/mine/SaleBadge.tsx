import type { Listing } from '#application/contract/listings.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';

const TONES: Record<NonNullable<Listing['badge']>, Tone> = { Shipped: 'held', Completed: 'done', Disputed: 'bad' };

/** Where its sale stands, as its owner sees it; nothing while nobody buys it. */
export const TransactionBadge = ({ listing }: { listing: Pick<Listing, 'badge' | 'reserved'> }) => {
  if (listing.badge) return <Badge tone={TONES[listing.badge]}>{listing.badge}</Badge>;
  if (listing.reserved)
    return (
      <Badge tone="wait" half>
        Being bought
      </Badge>
    );
  return null;
};
