import { type ComponentType, useEffect, useState } from 'react';
import { untilItComes } from '../loading/untilItComes.ts';
// What had the focus has to be known before the dialog's code comes.
import './lastFocus.ts';
import { useOnDemand } from './onDemand.ts';
import { UnderwayLine } from './UnderwayLine.tsx';

/** A dialog without `open` is open as long as it is mounted. */
type Openable =
  | { open: boolean; onOpenChange: (open: boolean) => void }
  | { open?: never; onOpenChange?: never; onClose: () => void };

/** ms from when a button shows: up to here its press waits for the code, later the button itself shows that it loads. */
const LATE = 1_000;

export type OnceOpened<Props> = ComponentType<Props> & { useAhead: (wanted?: boolean) => boolean };

/**
 * A dialog whose code comes when it is opened for the first time, and which stays from then on. Without its code it says so and is closed.
 * `useAhead` loads it before: a button for money, or one that sends something, is `busy` while that returns true.
 */
export const onceOpened = <Props extends Openable>(load: () => Promise<ComponentType<Props>>): OnceOpened<Props> => {
  let here: ComponentType<Props> | undefined;
  const ask = async () => {
    here = await load();
    return here;
  };
  const Dialog = (props: Props) => {
    const { open = true } = props;
    const { Part, press } = useOnDemand(ask, here);
    // biome-ignore lint/correctness/useExhaustiveDependencies: once an opening
    useEffect(() => {
      const shut = () => (props.onOpenChange ? props.onOpenChange(false) : props.onClose?.());
      if (open && !Part) void press().then((isHere) => isHere || shut());
    }, [open]);
    return Part ? <Part {...props} /> : open ? <UnderwayLine /> : null;
  };
  const useAhead = (wanted = true): boolean => {
    const [isLate, setLate] = useState(false);
    useEffect(() => {
      if (!wanted || here) return;
      let left = false;
      const timer = setTimeout(() => setLate(true), LATE);
      void untilItComes(ask).then(() => {
        clearTimeout(timer);
        if (!left) setLate(false);
      });
      return () => {
        left = true;
        clearTimeout(timer);
      };
    }, [wanted]);
    return wanted && isLate && !here;
  };
  return Object.assign(Dialog, { useAhead });
};
