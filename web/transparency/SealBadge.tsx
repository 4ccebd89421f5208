import { Badge } from '../ui/Badge.tsx';
import type { Seal } from './sealText.ts';

/** Label before the check finishes, or if it fails. */
export const unfound = (isPending: boolean): string => (isPending ? 'Not checked yet' : 'Not verified');

export const SealBadge = ({ seal, isPending }: { seal: Seal | undefined; isPending: boolean }) =>
  seal ? (
    <Badge tone={seal.tone} half={seal.half}>
      {seal.label}
    </Badge>
  ) : (
    <Badge tone="off">{unfound(isPending)}</Badge>
  );
