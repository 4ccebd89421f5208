import { useState } from 'react';
import type { ConversationMessage } from '#application/contract/conversations.ts';
import { scamSignalsIn } from '#domain/conversations/scamSignals.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { dateTime, timeOfDay } from '../../../ui/dates.ts';
import { Menu } from '../../../ui/Menu.tsx';
import { onceOpened } from '../../../ui/onceOpened.tsx';
import { StaffMark } from '../../../ui/StaffMark.tsx';
import { signature } from '../../messageLog.ts';
import { MessageImage } from './MessageImage.tsx';

/** Shown below messages that lead out of escrow. Links are plain text, so nobody opens one by accident. */
const LureWarning = ({ content }: { content: string }) =>
  scamSignalsIn(content, window.location.host).length > 0 && (
    <p className="msg-warning">
      Careful: pay only at the Reliquary checkout. Money paid elsewhere is not in escrow, and we cannot return it. We
      never ask for a password in a message.
    </p>
  );

const ReportDialog = onceOpened(async () => (await import('./ReportDialog.tsx')).ReportDialog);

/** `lastRead`: the newest own message that was read; it also covers earlier ones. */
type MessageItemProps = { message: ConversationMessage; viewer: string; lastRead: boolean };

export const MessageItem = ({ message, viewer, lastRead }: MessageItemProps) => {
  const { sender, content, image, createdAt } = message;
  const own = sender._id === viewer;
  return (
    <article className={classes('msg', own && 'me')} data-message={message._id}>
      <div className="msg-who">
        <b>{signature(message, viewer)}</b>
        {sender.staff && <StaffMark />}
        <span className="msg-when">
          {lastRead && 'Read · '}
          <time dateTime={createdAt} title={dateTime(createdAt)}>
            {timeOfDay(createdAt)}
          </time>
        </span>
        {!own && <MessageMenu message={message} />}
      </div>
      <div className="msg-text">
        {image && <MessageImage url={image.url} from={sender.username} />}
        {content && <p>{content}</p>}
      </div>
      {!own && !sender.staff && <LureWarning content={content} />}
    </article>
  );
};

const MessageMenu = ({ message }: { message: ConversationMessage }) => {
  const [reporting, setReporting] = useState(false);
  const label = `More options for the message from ${timeOfDay(message.createdAt)}`;
  return (
    <>
      <Menu
        label={label}
        trigger={<IconButton icon="more" label={label} title="More" className="msg-more" />}
        groups={[[{ icon: 'flag', label: 'Report message', onSelect: () => setReporting(true) }]]}
      />
      <ReportDialog message={message} open={reporting} onOpenChange={setReporting} />
    </>
  );
};
