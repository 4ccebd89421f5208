import { useId, useState } from 'react';
import type { AuditEvent } from '#application/contract/audit.ts';
import type { PartiesOfListing } from '#domain/audit/dataSubjects.ts';
import { eventEvents } from '#domain/audit/eventRow.ts';
import { utcTime } from '#domain/audit/utcTime.ts';
import type { OpeningProps } from '../../../dataAccess/Opening.tsx';
import type { RowMark } from '../../../transparency/rowMarks.ts';
import { classes } from '../../../ui/classes.ts';
import { Icon } from '../../../ui/Icon.tsx';
import type { IconName } from '../../../ui/icons.ts';
import { Link } from '../../../ui/Link.tsx';
import { partOnDemand } from '../../../ui/partOnDemand.tsx';
import { SkeletonLines } from '../../../ui/Skeleton.tsx';
import { Json } from './Json.tsx';

const ICONS: Record<RowMark['tone'], IconName> = { good: 'check', bad: 'warning', off: 'clock' };

const Opening = partOnDemand<OpeningProps>(
  async () => (await import('../../../dataAccess/onDemand.ts')).Opening,
  <SkeletonLines lines={1} />,
);

/** Ids that lead to everything they caused. */
const SEARCHED = ['event', 'caused by', 'correlation', 'command'];

const Envelope = ({ event }: { event: AuditEvent }) => (
  <dl className="envelope mono">
    {(
      [
        ['event', event.id],
        ['position', event.position],
        ['caused by', event.causationId],
        ['correlation', event.correlationId],
        ['command', event.commandId],
        ['actor', `${event.actor.role} ${event.actor.id}`],
        ['previous hash', event.prevHash ?? 'none, the first of its stream'],
        ['hash', event.hash],
      ] as const
    ).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{SEARCHED.includes(name) ? <Link to={`/audit/events?q=cause:${value}`}>{value}</Link> : value}</dd>
      </div>
    ))}
  </dl>
);

type EventRowProps = {
  event: AuditEvent;
  actor: string;
  between: PartiesOfListing | undefined;
  mark: RowMark;
  /** `at`: the current event of the replay; `ahead`: after it. */
  at: boolean;
  ahead: boolean;
  /** Undefined without a replay. */
  onReplay: (() => void) | undefined;
};

export const EventRow = ({ event, actor, between, mark, at, ahead, onReplay }: EventRowProps) => {
  const [open, setOpen] = useState(false);
  const details = useId();
  const sealed = event.personal.length > 0 ? `personal: ${event.personal.join(', ')}` : 'nothing personal';
  return (
    <>
      <tr className={classes(at && 'at', ahead && 'future')} aria-current={at ? 'step' : undefined}>
        <td className="rev">
          {onReplay ? (
            <button type="button" aria-label={`Replay to event ${event.revision}`} onClick={onReplay}>
              {event.revision}
            </button>
          ) : (
            event.revision
          )}
        </td>
        <td className="nowrap">
          <time dateTime={event.recordedAt}>{utcTime(event.recordedAt)}</time>
        </td>
        <td>
          <button type="button" aria-expanded={open} aria-controls={details} onClick={() => setOpen(!open)}>
            {event.type}
          </button>
        </td>
        <td title={event.actor.id}>{actor}</td>
        <td>{event.unreadable ? 'Cannot be read' : eventEvents(event)}</td>
        <td className={classes('chain', mark.tone !== 'good' && mark.tone)} title={mark.word}>
          <Icon name={ICONS[mark.tone]} />
          <span className={mark.tone === 'bad' ? undefined : 'sr-only'}>{mark.word}</span>
        </td>
      </tr>
      <tr className="json" id={details} hidden={!open}>
        <td colSpan={6}>
          {open && (
            <>
              {event.openable.length > 0 && <Opening event={event} between={between} />}
              <Json
                value={event.data}
                label={`Event ${event.revision} as JSON`}
                comment={`revision ${event.revision} · schema v${event.version} · ${sealed}`}
              />
              <Envelope event={event} />
            </>
          )}
        </td>
      </tr>
    </>
  );
};
