import { Button } from '../ui/Button.tsx';
import type { CheckedHead } from './checkedLog.ts';
import { headWords } from './proofText.ts';
import { saveWitnesses } from './savedHead.ts';

const isOfWitnesses = ({ word }: { word: string }): boolean => word === 'dropped' || word === 'otherKey';

/** Accepts changed witnesses. Operators may change them, so the reader can confirm it, but only if nothing else speaks against the log. */
export const TakeWitnesses = ({ head, onTaken }: { head: CheckedHead; onTaken: () => void }) => {
  if (head.kind !== 'signed') return null;
  const changed = head.witnesses.filter(isOfWitnesses).length;
  const against = headWords(head).filter(({ bad, doubt }) => bad && !doubt).length;
  if (changed === 0 || against > changed) return null;
  const take = () => {
    saveWitnesses(head.named);
    onTaken();
  };
  return (
    <div className="mt-3">
      <p className="hint mb-3">Only if somebody other than the operator told you that its witnesses have changed:</p>
      <Button size="sm" look="quiet" onClick={take}>
        Accept the witnesses named now
      </Button>
    </div>
  );
};
