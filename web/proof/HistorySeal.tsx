import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { messageOf } from '../api/ApiError.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Panel } from '../ui/Panel.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { checkHistory, type ShownFact } from './checkedHistory.ts';
import { LogPath } from './LogPath.tsx';
import { SaidList } from './SaidList.tsx';
import { historyWords, type Said, sealOf } from './words.ts';

export type HistorySealProps = {
  stream: string;
  shown: readonly ShownFact[];
  /** Whose way into the log is drawn. */
  revision: number;
};

const Unasked = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <div className="row">
    <p className="late" role="status">
      {messageOf(error, 'The proof could not be loaded, so nothing is verified.')}
    </p>
    <Button size="sm" onClick={onRetry}>
      Try again
    </Button>
  </div>
);

/** What this browser has found out by itself about a history: its chain, its place in the log, and who else has signed that. */
export const HistorySeal = ({ stream, shown, revision }: HistorySealProps) => {
  const [open, setOpen] = useState(false);
  const drawing = useId();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['proof', stream, shown.length],
    queryFn: () => checkHistory(stream, shown),
    staleTime: 0,
  });
  const seal = data && sealOf(data);
  const said: Said[] = data ? historyWords(data) : [];
  const fact = data?.facts[revision];
  return (
    <Panel
      title="Proof"
      className="seal"
      aside={
        seal ? (
          <Badge tone={seal.tone} half={seal.half}>
            {seal.label}
          </Badge>
        ) : (
          <Badge tone="off">{isPending ? 'Being verified' : 'Not verified'}</Badge>
        )
      }
    >
      {isPending && <SkeletonLines lines={4} />}
      {!isPending && !data && <Unasked error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <SaidList said={said} />
          <p className="muted mt-3">
            Computed in this browser from what is stored. Personal fields are proven as the ciphertext that is kept.
          </p>
          {data.head.kind === 'signed' && fact && (
            <div className="mt-3">
              <Button size="sm" aria-expanded={open} aria-controls={drawing} onClick={() => setOpen(!open)}>
                {open ? 'Hide the path' : `Show the path of event ${revision}`}
              </Button>
              <div id={drawing} className="mt-3">
                {open && <LogPath revision={revision} fact={fact} head={data.head.head} />}
              </div>
            </div>
          )}
        </>
      )}
    </Panel>
  );
};
