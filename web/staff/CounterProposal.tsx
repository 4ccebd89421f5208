import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { onceOpened } from '../ui/onceOpened.tsx';
import type { CounterDialogProps } from './CounterDialog.tsx';
import { useReadCase } from './ReadCase.tsx';

const CounterDialog = onceOpened(async () => (await import('./CounterDialog.tsx')).CounterDialog);

/** The button of a proposal, and its dialog, for a reviewer who would propose something else. */
export const CounterProposal = (props: Omit<CounterDialogProps, 'open' | 'onOpenChange'>) => {
  const [open, setOpen] = useState(false);
  const loads = CounterDialog.useAhead(props.possible);
  const read = useReadCase();
  const start = () => {
    read?.begin();
    setOpen(true);
  };
  return (
    <>
      {props.possible && (
        <Button block busy={loads} busyText="Loading…" onClick={start}>
          Make a counter-proposal
        </Button>
      )}
      <CounterDialog {...props} open={open} onOpenChange={setOpen} />
    </>
  );
};
