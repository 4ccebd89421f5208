import { useId } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { partOnDemand } from '../../../ui/partOnDemand.tsx';
import { SkeletonLines } from '../../../ui/Skeleton.tsx';
import type { EffectsProps } from './Effects.tsx';

const Effects = partOnDemand<EffectsProps>(
  async () => (await import('./Effects.tsx')).Effects,
  <SkeletonLines lines={6} />,
);

export type CauseAndEffectProps = EffectsProps & { open: boolean; onOpen: (open: boolean) => void };

/** Loads causes, pending work and refused commands when the reader asks. */
export const CauseAndEffect = ({ stream, revision, open, onOpen }: CauseAndEffectProps) => {
  const id = useId();
  return (
    <Panel
      title="Cause and effect"
      aside={
        <Button size="sm" aria-expanded={open} aria-controls={id} onClick={() => onOpen(!open)}>
          {open ? 'Hide' : 'Show'}
        </Button>
      }
    >
      <div id={id}>
        {open ? (
          <Effects stream={stream} revision={revision} />
        ) : (
          <p className="muted">Why event {revision} happened, what followed, what still waits and what was refused.</p>
        )}
      </div>
    </Panel>
  );
};
