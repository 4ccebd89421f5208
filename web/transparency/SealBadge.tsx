import { Badge } from '../ui/Badge.tsx';
import type { Seal } from './seal.ts';

/** Before this browser has found something out, or where it could not. */
export const unfound = (isPending: boolean): string => (isPending ? 'Not checked yet' : 'Not verified');

export const SealBadge = ({ seal, isPending }: { seal: Seal | undefined; isPending: boolean }) =>
  seal ? (
    <Badge tone={seal.tone} half={seal.half}>
      {seal.label}
    </Badge>
  ) : (
    <Badge tone="off">{unfound(isPending)}</Badge>
  );
