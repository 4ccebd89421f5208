import { Dialog } from '../../../ui/dialogsOnDemand.ts';
import { KEY_WORDS } from './useKeys.ts';

export const KeyList = ({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) => (
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
