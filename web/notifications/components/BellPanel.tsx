import { Popover } from 'radix-ui';
import { type RefObject, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Loading } from '../../ui/LoadingScreen.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { failureText } from '../api/fetchNotifications.ts';
import { useNotifications } from '../api/useNotifications.ts';
import { NotificationRow } from './NotificationRow.tsx';

type NotificationState = ReturnType<typeof useNotifications>;

type BellPanelProps = {
  id: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  bell: RefObject<HTMLButtonElement | null>;
};

export const BellPanel = ({ id, open, onOpenChange, bell }: BellPanelProps) => {
  const notificationState = useNotifications();
  const panel = useRef<HTMLDivElement>(null);
  const leftByPress = useRef(false);
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Anchor virtualRef={bell as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          ref={panel}
          id={id}
          className="bell-panel"
          align="end"
          sideOffset={8}
          collisionPadding={8}
          aria-label="Notifications"
          onOpenAutoFocus={(event) => {
            // Focus the panel, not its first button, so that nothing is pressed by accident.
            event.preventDefault();
            panel.current?.focus();
          }}
          onInteractOutside={(event) => {
            // The bell toggles the panel.
            if (bell.current?.contains(event.target as Node)) event.preventDefault();
            else leftByPress.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!leftByPress.current) bell.current?.focus();
            leftByPress.current = false;
          }}
        >
          <div className="bell-head">
            <h2>Notifications</h2>
            {notificationState.unread > 0 && (
              <Button
                look="quiet"
                size="sm"
                onClick={() => {
                  panel.current?.focus();
                  void notificationState.markAllRead();
                }}
              >
                Mark all as read
              </Button>
            )}
          </div>
          <List inbox={notificationState} onLeave={() => onOpenChange(false)} frame={panel} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
};

type ListProps = { inbox: NotificationState; onLeave: () => void; frame: RefObject<HTMLElement | null> };

const List = ({ inbox: notificationState, onLeave, frame }: ListProps) => {
  const { notifications, error, retry, hasMore, loadMore, loadingMore } = notificationState;
  if (error && !notifications?.length) return <Failure error={error} onRetry={retry} />;
  if (!notifications) return <Loading />;
  if (notifications.length === 0) return hasMore ? <Loading /> : <p className="bell-empty">No notifications yet</p>;
  return (
    <div className="bell-scroll">
      <ul>
        {notifications.map((notification) => (
          <NotificationRow
            key={notification._id}
            notification={notification}
            onOpen={() => {
              if (!notification.read) void notificationState.markRead(notification._id);
              onLeave();
            }}
            onDelete={(row) => {
              const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
              (neighbour?.querySelector<HTMLElement>('button') ?? frame.current)?.focus();
              void notificationState.remove(notification._id);
            }}
          />
        ))}
      </ul>
      {error && <Failure error={error} onRetry={retry} />}
      <LoadMore className="bell-more" size="sm" look="quiet" hasMore={hasMore} busy={loadingMore} onMore={loadMore} />
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
