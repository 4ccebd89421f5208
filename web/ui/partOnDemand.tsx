import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { ErrorState } from './States.tsx';
import { useKeptFocus } from './useKeptFocus.ts';

/**
 * What only some visits of a page need, so its code comes when it is to be shown; `waiting`, of its size, stands there until then.
 * Code that cannot be had leaves the rest of the page as it is.
 */
export const partOnDemand = <Props extends object>(load: () => Promise<ComponentType<Props>>, waiting: ReactNode) => {
  let here: ComponentType<Props> | undefined;
  const PartOnDemand = (props: Props) => {
    const place = useKeptFocus();
    const [Part, setPart] = useState(() => here);
    const [failed, setFailed] = useState(false);
    const ask = async () => {
      try {
        here = await load();
        setPart(() => here);
      } catch {
        setFailed(true);
      }
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the page
    useEffect(() => {
      if (!Part) void ask();
    }, []);
    const again = () => {
      setFailed(false);
      void ask();
    };
    return (
      <div {...place}>
        {Part ? (
          <Part {...props} />
        ) : failed ? (
          <ErrorState title="This could not be loaded" onRetry={again}>
            Check your connection and try again, or reload the page.
          </ErrorState>
        ) : (
          waiting
        )}
      </div>
    );
  };
  return PartOnDemand;
};
