import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FilterPanel, type PanelProps } from './FilterPanel.tsx';

type SheetProps = PanelProps & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Number of results; undefined until known. */
  total: number | undefined;
};

/** Full-screen filters for small screens. Each change applies at once; the bottom button returns to the results. */
export const FilterSheet = ({ open, onOpenChange, total, ...panel }: SheetProps) => (
  <Dialog open={open} onOpenChange={onOpenChange} title="Filters">
    <div className="filter-sheet">
      <FilterPanel {...panel} />
      <div className="filter-sheet-foot">
        {total === 0 && <p role="status">Nothing found. Remove a filter, or see the closest matches.</p>}
        <Button look="primary" block onClick={() => onOpenChange(false)}>
          {total === undefined ? 'Show the offerings' : total === 0 ? 'Back to the offerings' : `Show ${total}`}
        </Button>
      </div>
    </div>
  </Dialog>
);
