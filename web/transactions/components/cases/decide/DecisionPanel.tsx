import { useCallback, useState } from 'react';
import type { CaseFile } from '#application/contract/cases.ts';
import { Panel } from '../../../../ui/Panel.tsx';
import { partOnDemand } from '../../../../ui/partOnDemand.tsx';
import { Skeleton, SkeletonLines } from '../../../../ui/Skeleton.tsx';
import { draftOf } from './rounds.ts';
import { DECISION_TARGET } from './shortcuts.ts';

const Waiting = () => (
  <div className="form-grid" role="status" aria-label="Loading...">
    <SkeletonLines lines={3} />
    <Skeleton height="4.5rem" />
    <Skeleton height="15.875rem" />
    <Skeleton height="9.5rem" />
    <Skeleton height="2.75rem" />
  </div>
);

const Decide = partOnDemand(async () => (await import('./Decide.tsx')).Decide, <Waiting />);

const Overtaken = partOnDemand(async () => (await import('./Overtaken.tsx')).Overtaken, <SkeletonLines lines={3} />);

/** `counters`: the colleague's proposal that the form answers. */
type DecisionPanelProps = { file: CaseFile; allowed: boolean; counters?: string | undefined };

/** The form loads only for cases that can be decided. An open dialog keeps it mounted, and typed text outlives it. */
export const DecisionPanel = ({ file, allowed, counters }: DecisionPanelProps) => {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState({ text: '', counters });
  const write = useCallback((text: string) => setTyped({ text, counters }), [counters]);
  // the reader has closed the counter-proposal, and opens it again with the draft
  const isFolded = typed.counters !== undefined && typed.counters === file.pendingDecision?.decisionId;
  // an open dialog keeps the form of the round in which it was opened
  const [round, setRound] = useState(draftOf(file));
  if (!open && round !== draftOf(file)) setRound(draftOf(file));
  // a pending proposal comes first, and is the target then
  const target = file.pendingDecision ? {} : DECISION_TARGET;
  if (!allowed && !open && typed.text !== '' && !isFolded)
    return (
      <Panel title="Decision" className="decide" {...target}>
        <Overtaken file={file} text={typed.text} onDismiss={() => write('')} />
      </Panel>
    );
  if (!allowed && !open) return null;
  return (
    <Panel title={counters ? 'Counter-proposal' : 'Decision'} className="decide" {...target}>
      <Decide key={round} file={file} round={round} counters={counters} onOpenChange={setOpen} onTyped={write} />
    </Panel>
  );
};
