import { Fragment, type ReactNode } from 'react';
import { useUser } from '../../../api/session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { byDay, type MessageLog } from '../../messageLog.ts';
import { MessageItem } from './MessageItem.tsx';
import { useReadingPosition } from './useReadingPosition.ts';

type TalkLogProps = { log: MessageLog; notice: ReactNode; loadingOlder: boolean; onOlder: () => void };

/** Oldest first. Scrolls along while the end is visible; otherwise the position stays. */
export const TalkLog = ({ log, notice, loadingOlder, onOlder }: TalkLogProps) => {
  const { _id: viewer } = useUser();
  const { messages, hasMore, conversation } = log;
  const lastRead = messages.findLast(({ sender, read }) => read && sender._id === viewer)?._id;
  const { box, onScroll, missed, toNewest } = useReadingPosition(messages, viewer);
  return (
    <div className="talk-frame">
      <div
        ref={box}
        className="talk-log"
        role="log"
        aria-label={`Messages with ${conversation.otherUser.username}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
      >
        {hasMore && (
          <div className="talk-older">
            <Button look="quiet" size="sm" busy={loadingOlder} busyText="Loading..." onClick={onOlder}>
              Load Previous Messages
            </Button>
          </div>
        )}
        {messages.length === 0 && <p className="talk-none">No messages yet. Write the first one below.</p>}
        {byDay(messages).map(({ date, messages: ofDay }) => (
          <Fragment key={date}>
            <p className="day">{date}</p>
            {ofDay.map((message) => (
              <MessageItem key={message._id} message={message} viewer={viewer} lastRead={message._id === lastRead} />
            ))}
          </Fragment>
        ))}
      </div>
      {missed && (
        <Button size="sm" icon="down" className="talk-missed" onClick={toNewest}>
          New messages
        </Button>
      )}
      {notice && <div className="talk-notice">{notice}</div>}
    </div>
  );
};
