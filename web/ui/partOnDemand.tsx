import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { LostPart, needsReload } from '../loading/lostPart.ts';
import { reload } from '../loading/reload.ts';
import { untilItComes } from '../loading/untilItComes.ts';
import { Button } from './Button.tsx';
import { ErrorState } from './States.tsx';
import { useKeptFocus } from './useKeptFocus.ts';

const TITLE = 'This could not be loaded';

const Failure = ({ error, onRetry }: { error: unknown; onRetry: () => void }) =>
  needsReload(error) ? (
    <ErrorState
      title={TITLE}
      kind="failed"
      actions={
        <Button size="sm" onClick={reload}>
          Reload
        </Button>
      }
    >
      {error.message}
    </ErrorState>
  ) : (
    <ErrorState title={TITLE} kind={error instanceof LostPart ? 'offline' : undefined} onRetry={onRetry}>
      Check your connection and try again, or reload the page.
    </ErrorState>
  );

/**
 * A part that only some visits need: its code loads when it is rendered, with the `waiting` placeholder of its size.
 * A failed load leaves the rest of the page usable.
 */
export const partOnDemand = <Props extends object>(load: () => Promise<ComponentType<Props>>, waiting: ReactNode) => {
  let here: ComponentType<Props> | undefined;
  const PartOnDemand = (props: Props) => {
    const place = useKeptFocus();
    const [Part, setPart] = useState(() => here);
    const [failure, setFailure] = useState<unknown>();
    const arrive = (Arrived: ComponentType<Props>) => {
      here = Arrived;
      setPart(() => Arrived);
    };
    const ask = async () => {
      try {
        arrive(await load());
      } catch (error) {
        setFailure(error);
        if (error instanceof LostPart) void untilItComes(load).then(arrive);
      }
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the page
    useEffect(() => {
      if (!Part) void ask();
    }, []);
    const again = () => {
      setFailure(undefined);
      void ask();
    };
    return (
      <div {...place}>
        {Part ? <Part {...props} /> : failure === undefined ? waiting : <Failure error={failure} onRetry={again} />}
      </div>
    );
  };
  return PartOnDemand;
};
