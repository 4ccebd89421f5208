import type { Listing } from '#application/contract/listings.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';

const TONES: Record<NonNullable<Listing['badge']>, Tone> = { Shipped: 'held', Completed: 'done', Disputed: 'bad' };

/** The sale's status for the owner; nothing without a buyer. */
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
