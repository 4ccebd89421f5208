import { useState } from 'react';
import type { ConversationHead } from '#application/contract/conversations.ts';
import { ButtonLink, IconButton } from '../../../ui/Button.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { formatPrice } from '../../../ui/money.ts';
import { Photo } from '../../../ui/Photo.tsx';
import { StaffMark } from '../../../ui/StaffMark.tsx';
import { BlockDialog } from './BlockDialog.tsx';
import { useUnblock } from './useBlock.ts';

/** The listing and the other person. */
export const TalkHead = ({ head, id }: { head: ConversationHead; id: string }) => {
  const { listing, otherUser, blocked } = head;
  const [asking, setAsking] = useState(false);
  const unblock = useUnblock(id);
  const name = otherUser.username || 'Unknown User';
  return (
    <div className="talk-head">
      <Photo image={listing.images[0]} alt="" size="thumbnail" placeholder="No image" eager />
      <div className="talk-about">
        <h2 id="talk-about">{listing.title || 'Unknown Listing'}</h2>
        <p className="small">
          <span className="price">{formatPrice(listing.price)}</span>
          <span className="muted"> · with {name}</span> {otherUser.staff && <StaffMark />}
        </p>
      </div>
      <ButtonLink size="sm" to={`/listings/${listing._id}`} className="hide-small">
        View Details
      </ButtonLink>
      <Menu
        label="Conversation"
        trigger={<IconButton icon="more" label="More options for this conversation" className="talk-more" />}
        groups={[
          [
            { to: `/listings/${listing._id}`, icon: 'box', label: 'View Details' },
            blocked
              ? { icon: 'block', label: `Unblock ${name}`, onSelect: () => unblock.mutate(otherUser) }
              : { icon: 'block', label: `Block ${name}`, onSelect: () => setAsking(true) },
          ],
        ]}
      />
      <BlockDialog id={id} person={otherUser} open={asking} onOpenChange={setAsking} />
    </div>
  );
};
