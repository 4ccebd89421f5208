import { type ComponentType, useEffect, useState } from 'react';
import { untilItComes } from '../loading/untilItComes.ts';
// Track the focus before the dialog's code loads.
import './lastFocus.ts';
import { useOnDemand } from './onDemand.ts';
import { UnderwayLine } from './UnderwayLine.tsx';

/** Without `open`, a dialog is open while mounted. */
type Openable =
  | { open: boolean; onOpenChange: (open: boolean) => void }
  | { open?: never; onOpenChange?: never; onClose: () => void };

/** ms: until then a press waits for the code; later the button shows that it loads. */
const LATE = 1_000;

export type OnceOpened<Props> = ComponentType<Props> & { useAhead: (wanted?: boolean) => boolean };

/**
 * A dialog whose code loads on first opening and then stays mounted. If loading fails, it says so and closes.
 * `useAhead` preloads it: show a button for money or sending as busy while it returns true.
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
