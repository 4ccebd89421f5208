import { useEffect, useRef } from 'react';
import type { AuditEvent } from '#application/contract/audit.ts';
import type { PartiesOfListing } from '#domain/audit/dataSubjects.ts';
import { actingIn } from '#domain/audit/eventRow.ts';
import { currencyCode, EURO } from '#domain/shared/currencies.ts';
import type { OpeningProps } from '../../../dataAccess/Opening.tsx';
import { Link } from '../../../ui/Link.tsx';
import { partOnDemand } from '../../../ui/partOnDemand.tsx';
import { SkeletonLines } from '../../../ui/Skeleton.tsx';
import { Json } from './Json.tsx';
import { Named } from './people.tsx';
import { numberNote } from './words.ts';

const Opening = partOnDemand<OpeningProps>(
  async () => (await import('../../../dataAccess/onDemand.ts')).Opening,
  <SkeletonLines lines={1} />,
);

/** Ids that lead to everything they caused. */
const SEARCHED = ['event', 'caused by', 'correlation', 'command'];

const Envelope = ({ event, time }: Pick<EventDetailsProps, 'event' | 'time'>) => (
  <dl className="envelope mono">
    {(
      [
        ['event', event.id],
        ['stored at', time(Date.parse(event.recordedAt))],
        ['position', event.position],
        ['caused by', event.causationId],
        ['correlation', event.correlationId],
        ['command', event.commandId],
        [actingIn(event) === event.actor ? 'actor' : 'recorded by', `${event.actor.role} ${event.actor.id}`],
        ['previous hash', event.prevHash ?? 'none, the first of its stream'],
        ['hash', event.hash],
      ] as const
    ).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {SEARCHED.includes(name) ? (
            <Link to={`/audit/events?q=cause:${value}`}>{value}</Link>
          ) : (
            <Named>{value}</Named>
          )}
        </dd>
      </div>
    ))}
  </dl>
);

export type EventDetailsProps = {
  event: AuditEvent;
  between: PartiesOfListing | undefined;
  time: (instant: number) => string;
};

/** As the row reads it: euros unless the event names another currency. */
const currencyOf = ({ data: { currency } }: AuditEvent): string =>
  typeof currency === 'string' ? currencyCode(currency) : EURO;

/** The data of an event, and its envelope. They come into view when they are opened. */
export const EventDetails = ({ event, between, time }: EventDetailsProps) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.closest('tr')?.scrollIntoView?.({ block: 'nearest' }), []);
  const sealed = event.personal.length > 0 ? `personal: ${event.personal.join(', ')}` : 'nothing personal';
  return (
    <div ref={box}>
      {event.openable.length > 0 && <Opening event={event} between={between} />}
      <Json
        value={event.data}
        label={`Event ${event.revision} as JSON`}
        comment={`revision ${event.revision} · schema v${event.version} · ${sealed}`}
        noteOf={numberNote({ currency: currencyOf(event), time })}
      />
      <Envelope event={event} time={time} />
    </div>
  );
};
