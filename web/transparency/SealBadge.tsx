import { Badge } from '../ui/Badge.tsx';
import type { Seal } from './sealText.ts';

/** Label before the check finishes, or if it fails. */
export const unfound = (isPending: boolean): string => (isPending ? 'Not checked yet' : 'Not verified');

type SealBadgeProps = {
  seal: Seal | undefined;
  isPending: boolean;
  /** The last event that the seal covers, while later ones are being checked. */
  upTo?: number | undefined;
};

export const SealBadge = ({ seal, isPending, upTo }: SealBadgeProps) => {
  if (!seal) return <Badge tone="off">{unfound(isPending)}</Badge>;
  if (upTo === undefined)
    return (
      <Badge tone={seal.tone} half={seal.half}>
        {seal.label}
      </Badge>
    );
  return (
    <Badge tone={seal.tone === 'done' ? 'held' : seal.tone} half>
      {`${seal.label} (events 0 to ${upTo})`}
    </Badge>
  );
};
