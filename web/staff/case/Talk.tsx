import type { CaseFile } from '#application/contract/staff.ts';
import { classes } from '../../ui/classes.ts';
import { dateTime } from '../../ui/dates.ts';
import { Panel } from '../../ui/Panel.tsx';

/** What the two wrote to each other about the listing, oldest first. */
export const Talk = ({ file: { messages, parties } }: { file: CaseFile }) => (
  <Panel title="Messages between them" aside={<span className="muted num">{messages.length}</span>}>
    {messages.length === 0 ? (
      <p className="muted">They wrote nothing to each other about this listing.</p>
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
);
