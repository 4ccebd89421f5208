import { Popover } from 'radix-ui';
import { useRef, useState } from 'react';
import { Button, IconButton } from '../ui/Button.tsx';
import { Loading } from '../ui/LoadingScreen.tsx';
import { failureText } from './fetchNotifications.ts';
import { badgeText } from './inbox.ts';
import { NotificationRow } from './NotificationRow.tsx';
import { useInbox } from './useInbox.ts';

type Inbox = ReturnType<typeof useInbox>;

export const NotificationsBell = () => {
  const [open, setOpen] = useState(false);
  const inbox = useInbox();
  const { unread } = inbox;
  const panel = useRef<HTMLDivElement>(null);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton icon="bell" label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}>
          {unread > 0 && (
            <span className="count new" aria-hidden="true">
              {badgeText(unread)}
            </span>
          )}
        </IconButton>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          ref={panel}
          className="bell-panel"
          align="end"
          sideOffset={8}
          collisionPadding={8}
          aria-label="Notifications"
          onOpenAutoFocus={(event) => {
            // The panel itself, not its first button: nothing is pressed by chance.
            event.preventDefault();
            panel.current?.focus();
          }}
        >
          <div className="bell-head">
            <h2>Notifications</h2>
            {unread > 0 && (
              <Button look="quiet" size="sm" onClick={() => void inbox.markAllRead()}>
                Mark all as read
              </Button>
            )}
          </div>
          <List inbox={inbox} onLeave={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
};

const List = ({ inbox, onLeave }: { inbox: Inbox; onLeave: () => void }) => {
  const { notifications, error, retry, hasMore, loadMore, loadingMore } = inbox;
  if (error && !notifications?.length) return <Failure error={error} onRetry={retry} />;
  if (!notifications) return <Loading />;
  if (notifications.length === 0) return <p className="bell-empty">No notifications yet</p>;
  return (
    <div className="bell-scroll">
      <ul>
        {notifications.map((notification) => (
          <NotificationRow
            key={notification._id}
            notification={notification}
            onOpen={() => {
              if (!notification.read) void inbox.markRead(notification._id);
              onLeave();
            }}
            onDelete={() => void inbox.remove(notification._id)}
          />
        ))}
      </ul>
      {error && <Failure error={error} onRetry={retry} />}
      {hasMore && (
        <div className="bell-more">
          <Button size="sm" look="quiet" busy={loadingMore} onClick={loadMore}>
            Load More
          </Button>
        </div>
      )}
    </div>
  );
};

const Failure = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <div className="bell-empty" role="alert">
    <p>{failureText(error)}</p>
    <Button size="sm" onClick={onRetry}>
      Try again
    </Button>
  </div>
);
