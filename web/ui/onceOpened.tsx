import { type ComponentType, useEffect } from 'react';
// What had the focus has to be known before the dialog's code comes.
import './lastFocus.ts';
import { useOnDemand } from './onDemand.ts';
import { UnderwayLine } from './UnderwayLine.tsx';

type Openable = { open: boolean; onOpenChange: (open: boolean) => void };

/** A dialog whose code comes when it is opened for the first time, and which stays from then on. Without its code it says so and is closed. */
export const onceOpened = <Props extends Openable>(load: () => Promise<ComponentType<Props>>) => {
  const Dialog = (props: Props) => {
    const { open, onOpenChange } = props;
    const { Part, press } = useOnDemand(load);
    // biome-ignore lint/correctness/useExhaustiveDependencies: once an opening
    useEffect(() => {
      if (open && !Part) void press().then((here) => here || onOpenChange(false));
    }, [open]);
    return Part ? <Part {...props} /> : open ? <UnderwayLine /> : null;
  };
  return Dialog;
};
