import { Button } from '../ui/Button.tsx';
import type { CheckedHead } from './checkedLog.ts';
import { keepWitnesses } from './keptHead.ts';
import { headWords } from './words.ts';

const isOfWitnesses = ({ word }: { word: string }): boolean => word === 'dropped' || word === 'otherKey';

/** An operator may change witnesses for good reasons. Whoever knows of it says so; nothing else must be against the log. */
export const TakeWitnesses = ({ head, onTaken }: { head: CheckedHead; onTaken: () => void }) => {
  if (head.kind !== 'signed') return null;
  const changed = head.witnesses.filter(isOfWitnesses).length;
  const against = headWords(head).filter(({ bad, doubt }) => bad && !doubt).length;
  if (changed === 0 || against > changed) return null;
  const take = () => {
    keepWitnesses(head.named);
    onTaken();
  };
  return (
    <div className="mt-3">
      <p className="hint mb-3">
        Only if somebody other than the operator told you that its witnesses have changed:
      </p>
      <Button size="sm" look="quiet" onClick={take}>
        Accept the witnesses named now
      </Button>
    </div>
  );
};
