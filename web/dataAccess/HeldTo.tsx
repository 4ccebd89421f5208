import { useQuery } from '@tanstack/react-query';
import type { AuditEvent } from '#application/contract/audit.ts';
import { fieldsInWords } from '#domain/notifications/accessLogText.ts';
import { messageOf } from '../api/ApiError.ts';
import { Button } from '../ui/Button.tsx';
import { dateTime } from '../ui/dates.ts';
import { Notice } from '../ui/States.tsx';
import { type Held, holdOpened } from './heldTo.ts';
import type { Opened } from './openings.ts';

const BARE = 'An earlier release wrote this, without a commitment: nobody can hold it to what was sealed.';
const WITHHELD = 'The stored fact is not given to you, so this cannot be held to it here.';

const Said = ({ held }: { held: Held }) => {
  if (held.as === 'bare') return <p className="muted">{BARE}</p>;
  if (held.as === 'withheld') return <p className="muted">{WITHHELD}</p>;
  if (held.as === 'other') return <Notice bad>This is not what was sealed: {fieldsInWords(held.fields)}.</Notice>;
  const at = new Date(held.at).toISOString();
  return (
    <p className="muted">
      This is what was written on <time dateTime={at}>{dateTime(at)}</time>: this browser has held it to the commitment
      in the stored fact.
    </p>
  );
};

/** Whether what was opened is what had been written, recomputed in this browser. */
export const HeldTo = ({ event, opened }: { event: AuditEvent; opened: Opened }) => {
  const { stream, revision } = event;
  const held = useQuery({
    queryKey: ['opened', stream, revision, 'held', opened.at],
    queryFn: () => holdOpened({ stream, revision }, opened),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (held.isPending) return <p className="muted">Comparing it with what was sealed…</p>;
  if (held.data) return <Said held={held.data} />;
  return (
    <p className="row">
      <span>Whether it is what was sealed could not be checked. {messageOf(held.error, 'Try again in a moment.')}</span>
      <Button size="sm" onClick={() => void held.refetch()}>
        Try again
      </Button>
    </p>
  );
};
