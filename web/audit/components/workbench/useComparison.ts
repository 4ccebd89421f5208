import { useEffect, useRef, useState } from 'react';
import type { Comparison } from '#domain/audit/replay/replay.ts';
import type { Connection } from '../../replay/connection.ts';

type Asked = { a: number; b: number };

/** The two moments and what changed between them. While somebody scrubs, only the newest question is asked. */
export const useComparison = (
  connection: Connection | undefined,
  { a, b, count }: Asked & { count: number },
): Comparison | undefined => {
  const [comparison, setComparison] = useState<Comparison>();
  const asking = useRef<{ busy: boolean; next: Asked | undefined }>({ busy: false, next: undefined });

  useEffect(() => {
    if (!connection || count === 0) return;
    const current = asking.current;
    current.next = { a, b };
    const askNewest = async (): Promise<void> => {
      for (let asked = current.next; asked; asked = current.next) {
        current.next = undefined;
        setComparison(await connection.ask({ kind: 'compare', ...asked }));
      }
    };
    if (current.busy) return;
    current.busy = true;
    askNewest()
      .catch((error: unknown) => {
        // the screen cannot go on without it: its error boundary offers to reload
        setComparison(() => {
          throw error;
        });
      })
      .finally(() => {
        current.busy = false;
      });
  }, [connection, a, b, count]);
  return comparison;
};
