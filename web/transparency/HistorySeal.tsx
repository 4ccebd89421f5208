import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { messageOf } from '../api/ApiError.ts';
import { Button } from '../ui/Button.tsx';
import { Panel } from '../ui/Panel.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { FindingList } from './FindingList.tsx';
import { findOut } from './finding.ts';
import { historyQuery } from './historyQuery.ts';
import { LogPath } from './LogPath.tsx';
import { historyWords } from './proofText.ts';
import { SealBadge } from './SealBadge.tsx';
import type { ShownEvent } from './storedHistory.ts';
import { TakeWitnesses } from './TakeWitnesses.tsx';

export type HistorySealProps = {
  stream: string;
  shown: readonly ShownEvent[];
  /** Changes with `shown`, for long histories. */
  version?: string;
  /** Revision whose path into the log is drawn. */
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

/** This browser's own checks of a history: hash chain, place in the log and witness signatures. */
export const HistorySeal = ({ stream, shown, version, revision }: HistorySealProps) => {
  const [open, setOpen] = useState(false);
  const drawing = useId();
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    historyQuery(stream, shown, findOut, version),
  );
  const checked = data?.checked;
  const event = checked?.facts[revision];
  return (
    <Panel
      title="Proof"
      className="seal"
      aside={
        <SealBadge
          seal={data?.seal}
          isPending={isPending}
          upTo={data && isPlaceholderData ? data.marks.length - 1 : undefined}
        />
      }
    >
      {isPending && <SkeletonLines lines={4} />}
      {!isPending && !checked && <Unasked error={error} onRetry={() => void refetch()} />}
      {checked && (
        <>
          <FindingList said={historyWords(checked)} />
          <TakeWitnesses head={checked.head} onTaken={() => void refetch()} />
          <p className="muted mt-3">
            Computed in this browser from the stored events. Personal fields are proven as stored ciphertext.
          </p>
          {checked.head.kind === 'signed' && event && (
            <div className="mt-3">
              <Button size="sm" aria-expanded={open} aria-controls={drawing} onClick={() => setOpen(!open)}>
                {open ? 'Hide the path' : `Show the path of event ${revision}`}
              </Button>
              <div id={drawing} className="mt-3">
                {open && <LogPath revision={revision} fact={event} head={checked.head.head} />}
              </div>
            </div>
          )}
        </>
      )}
    </Panel>
  );
};
