import type { CaseFile } from '#application/contract/cases.ts';
import { Badge } from '../../../../ui/Badge.tsx';
import { classes } from '../../../../ui/classes.ts';
import { dueTime } from '../../../../ui/dates.ts';
import { Panel } from '../../../../ui/Panel.tsx';
import { partOnDemand } from '../../../../ui/partOnDemand.tsx';
import { SkeletonLines } from '../../../../ui/Skeleton.tsx';

const ClosedData = partOnDemand<{ streams: readonly string[] }>(
  async () => (await import('../../../../dataAccess/onDemand.ts')).ClosedData,
  <SkeletonLines lines={3} />,
);

/** The streams of the transaction and of its conversation. */
const historiesOf = ({ transaction, messages }: CaseFile): string[] => [
  ...new Set([`transaction-${transaction._id}`, ...messages.map(({ stream }) => stream)]),
];

/** Explains masked text to readers without access. */
const PersonalNote = () => (
  <p className="small muted mb-3">
    [personal] hides addresses, statements, photos and messages of the parties. Our staff see them while the sale is a
    case.
  </p>
);

type Marked = { file: CaseFile; isNew: (at: string) => boolean };

const Messages = ({ file: { messages, parties, transaction }, isNew }: Marked) => (
  <>
    {transaction.sights.words !== 'clear' && <PersonalNote />}
    <Panel title="Messages between the parties" aside={<span className="muted num">{messages.length}</span>}>
      {messages.length === 0 ? (
        <p className="muted">They exchanged no messages about this listing.</p>
      ) : (
        <ol>
          {messages.map(({ _id, part, content, imageUrl, createdAt }) => (
            <li key={_id} className={classes('case-message', part === 'seller' && 'of-seller')}>
              <p className="said-head">
                <span>
                  <b className="strong">{parties[part].username}</b> <span className="muted">{part}</span>{' '}
                  {isNew(createdAt) && <Badge tone="wait">New</Badge>}
                </span>
                <time className="muted" dateTime={createdAt}>
                  {dueTime(createdAt)}
                </time>
              </p>
              {content && <p className="said-text">{content}</p>}
              {imageUrl && (
                <a href={imageUrl} target="_blank" rel="noreferrer">
                  <img
                    src={imageUrl}
                    alt={`Sent by ${parties[part].username}`}
                    width={160}
                    height={120}
                    loading="lazy"
                  />
                </a>
              )}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  </>
);

/** The conversation, oldest first, then the masked data that a reason opens. */
export const Talk = ({ file, isNew }: Marked) => (
  <>
    <Messages file={file} isNew={isNew} />
    {Object.values(file.transaction.sights).includes('openable') && (
      <div className="mt-4">
        <ClosedData streams={historiesOf(file)} />
      </div>
    )}
  </>
);
