import { Dialog } from '../../../ui/dialogsOnDemand.ts';

/** The keys with their actions. */
const KEY_WORDS: readonly (readonly [keys: string, does: string])[] = [
  ['← →', 'Step to the event before or after'],
  ['⇧ ← →', 'Step in the same lane'],
  ['[', 'Fix handle A at this event, or release it'],
  [']', 'Fix handle B at this event, or release it'],
  ['/', 'Search the events'],
  ['j', 'Open the data of this event'],
  ['c', 'Show causes and effects of this event'],
  ['d', 'Show every field that differs'],
  ['s', 'Show the statechart'],
  ['x', 'Compare with another history'],
  ['n', 'Go to the newest event, release handle B and follow new events'],
  ['?', 'Show this list'],
];

export type KeyListProps = { open: boolean; onOpenChange: (open: boolean) => void };

export const KeyList = ({ open, onOpenChange }: KeyListProps) => (
  <Dialog open={open} onOpenChange={onOpenChange} title="Keys">
    <dl className="key-list">
      {KEY_WORDS.map(([keys, does]) => (
        <div key={keys}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
