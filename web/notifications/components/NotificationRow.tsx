import type { Notification } from '#application/contract/notifications.ts';
import { destinationOf } from '#domain/notifications/notificationTypes.ts';
import { IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { dateTime, timeAgo } from '../../ui/dates.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icons.ts';
import { Link } from '../../ui/Link.tsx';

const ICONS: Record<Notification['type'], IconName> = {
  message: 'message',
  review: 'star',
  purchase: 'receipt',
  sale: 'box',
  payment_success: 'check',
  payment_failed: 'warning',
  payment_timeout: 'clock',
  sale_payment_received: 'euro',
  cancellation: 'warning',
  shipping: 'truck',
  escrow: 'shield',
  dispute: 'flag',
  return: 'box',
  refund: 'euro',
  payout: 'euro',
  hold: 'warning',
  review_removed: 'flag',
  account: 'person',
  watched: 'star',
  proposal: 'euro',
  found: 'search',
  report: 'flag',
  message_report: 'flag',
};

type RowProps = { notification: Notification; onOpen: () => void; onDelete: (row: HTMLLIElement | null) => void };

export const NotificationRow = ({ notification, onOpen, onDelete }: RowProps) => {
  const { type, content, read, createdAt } = notification;
  return (
    <li className={classes('note', !read && 'unread')}>
      <Icon name={ICONS[type] ?? 'info'} />
      <Link to={destinationOf(notification)} onClick={onOpen}>
        {!read && <span className="sr-only">Unread: </span>}
        {content}
      </Link>
      <time dateTime={createdAt} title={dateTime(createdAt)}>
        {timeAgo(createdAt)}
      </time>
      <IconButton
        icon="trash"
        label={`Delete notification: ${content}`}
        title="Delete"
        size="sm"
        onClick={(event) => onDelete(event.currentTarget.closest('li'))}
      />
    </li>
  );
};
