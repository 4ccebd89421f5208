import { useQuery } from '@tanstack/react-query';
import type { AuditEvent } from '#application/contract/audit.ts';
import { fieldsInWords } from '#domain/notifications/accessLogText.ts';
import { messageOf } from '../api/ApiError.ts';
import { Button } from '../ui/Button.tsx';
import { dateTime } from '../ui/dates.ts';
import { Notice } from '../ui/States.tsx';
import { checkOpened, type Held } from './checkOpened.ts';
import type { Opened } from './openings.ts';

const BARE = 'An earlier release stored this without a commitment, so it cannot be compared with what was sealed.';
const WITHHELD = 'You cannot read the stored event, so this cannot be compared with it here.';

const Result = ({ held }: { held: Held }) => {
  if (held.as === 'bare') return <p className="muted">{BARE}</p>;
  if (held.as === 'withheld') return <p className="muted">{WITHHELD}</p>;
  if (held.as === 'other') return <Notice bad>This is not what was sealed: {fieldsInWords(held.fields)}.</Notice>;
  const at = new Date(held.at).toISOString();
  return (
    <p className="muted">
      Unchanged since <time dateTime={at}>{dateTime(at)}</time>: this browser compared it with the commitment in the
      stored event.
    </p>
  );
};

/** Compares opened data with the sealed commitment, in this browser. */
export const OpenedCheck = ({ event, opened }: { event: AuditEvent; opened: Opened }) => {
  const { stream, revision } = event;
  const held = useQuery({
    queryKey: ['opened', stream, revision, 'held', opened.at],
    queryFn: () => checkOpened({ stream, revision }, opened),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (held.isPending) return <p className="muted">Comparing it with what was sealed…</p>;
  if (held.data) return <Result held={held.data} />;
  return (
    <p className="row">
      <span>It could not be compared with what was sealed. {messageOf(held.error, 'Try again in a moment.')}</span>
      <Button size="sm" onClick={() => void held.refetch()}>
        Try again
      </Button>
    </p>
  );
};
