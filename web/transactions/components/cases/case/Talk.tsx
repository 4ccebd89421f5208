import type { CaseFile } from '#application/contract/cases.ts';
import { classes } from '../../../../ui/classes.ts';
import { dateTime } from '../../../../ui/dates.ts';
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

const Messages = ({ file: { messages, parties, transaction } }: { file: CaseFile }) => (
  <>
    {transaction.sights.words !== 'clear' && <PersonalNote />}
    <Panel title="Messages between the parties" aside={<span className="muted num">{messages.length}</span>}>
      {messages.length === 0 ? (
        <p className="muted">They exchanged no messages about this listing.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reachable by keyboard
        <section className="case-talk" aria-label="Messages" tabIndex={0}>
          <ol>
            {messages.map(({ _id, part, content, imageUrl, createdAt }) => (
              <li key={_id} className={classes('case-message', part)}>
                <p className="said-head">
                  <b className="strong">{parties[part].username}</b> <span className="muted">{part}</span>
                  <time className="muted" dateTime={createdAt}>
                    {dateTime(createdAt)}
                  </time>
                </p>
                {content && <p>{content}</p>}
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
        </section>
      )}
    </Panel>
  </>
);

/** The conversation, oldest first, then the masked data that a reason opens. */
export const Talk = ({ file }: { file: CaseFile }) => (
  <>
    <Messages file={file} />
    {Object.values(file.transaction.sights).includes('openable') && (
      <div className="mt-4">
        <ClosedData streams={historiesOf(file)} />
      </div>
    )}
  </>
);
