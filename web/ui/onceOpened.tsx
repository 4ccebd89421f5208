import { type ComponentType, lazy, Suspense, useState } from 'react';

/** A dialog whose code comes when it is opened for the first time, and which stays from then on. */
export const onceOpened = <Props extends { open: boolean }>(load: () => Promise<ComponentType<Props>>) => {
  const Loaded = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  return (props: Props) => {
    const [wanted, setWanted] = useState(props.open);
    if (props.open && !wanted) setWanted(true);
    return wanted ? (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    ) : null;
  };
};
