import type { MessageReport, NeighbourMessage } from '#application/contract/moderation.ts';
import { classes } from '../../../ui/classes.ts';
import { dateTime } from '../../../ui/dates.ts';

const Message = ({
  message: { sender, content, imageUrl, sentAt },
  reported,
}: {
  message: Omit<NeighbourMessage, '_id'>;
  reported?: boolean;
}) => (
  <li className={classes('case-message', reported ? 'reported' : 'neighbour')}>
    <p className="said-head">
      <span>
        <b className="strong">{sender.username}</b> {reported && <span className="muted">reported message</span>}
      </span>
      <time className="muted" dateTime={sentAt}>
        {dateTime(sentAt)}
      </time>
    </p>
    {content && <p className={classes('said-text', reported && 'strong')}>{content}</p>}
    {imageUrl && (
      <a href={imageUrl} target="_blank" rel="noreferrer">
        <img src={imageUrl} alt={`Sent by ${sender.username}`} width={160} height={120} loading="lazy" />
      </a>
    )}
  </li>
);

/** The reported message with its neighbours, as far as the reader may see them. */
export const MessageInContext = ({ report }: { report: MessageReport }) => (
  <ol className="report-talk" aria-label={`Message from ${report.sender.username}, with the messages around it`}>
    {report.context?.before.map((message) => (
      <Message key={message._id} message={message} />
    ))}
    <Message message={report} reported />
    {report.context?.after.map((message) => (
      <Message key={message._id} message={message} />
    ))}
  </ol>
);
