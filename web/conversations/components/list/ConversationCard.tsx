import type { Conversation } from '#application/contract/conversations.ts';
import { classes } from '../../../ui/classes.ts';
import { dateTime } from '../../../ui/dates.ts';
import { Link } from '../../../ui/Link.tsx';
import { formatPrice } from '../../../ui/money.ts';
import { Photo } from '../../../ui/Photo.tsx';
import { StaffMark } from '../../../ui/StaffMark.tsx';
import { lastTime, preview } from '../../api/conversations.ts';

/** `now`: within 24 hours the last message shows its time of day. */
type ConversationCardProps = { conversation: Conversation; viewer: string; now: number };

export const ConversationCard = ({ conversation, viewer, now }: ConversationCardProps) => {
  const { conversationId, otherUser, listing, lastMessage, unreadCount } = conversation;
  return (
    <li className={classes('talk-card', unreadCount > 0 && 'unread')}>
      <Photo image={listing?.images?.[0]} alt="" size="thumbnail" placeholder="No image" className="talk-photo" />
      <div className="talk-what">
        <h2>
          <Link className="plain-link" to={`/messages/conversation/${conversationId}`}>
            {listing?.title || 'Unknown Listing'}
          </Link>
        </h2>
        <p className="small muted">
          {otherUser?.username || 'Unknown User'} {otherUser?.staff && <StaffMark />}
          {listing && (
            <>
              {' · '}
              <span className="price">{formatPrice(listing.price)}</span>
            </>
          )}
        </p>
        <p className="talk-preview">{preview(lastMessage, viewer)}</p>
      </div>
      <div className="talk-when">
        {lastMessage && (
          <time className="small muted num" dateTime={lastMessage.createdAt} title={dateTime(lastMessage.createdAt)}>
            {lastTime(lastMessage.createdAt, now)}
          </time>
        )}
        {unreadCount > 0 && <span className="count new">{unreadCount} new</span>}
      </div>
    </li>
  );
};
