import { useEffect, useRef, useState } from 'react';
import type { Comparison, Moment } from '#domain/audit/replay/replay.ts';
import type { Connection } from '../../replay/connection.ts';

type Asked = { a: number; b: number; e: number };

/** What changed between both handles, and the moment of the chosen event. */
export type ReplayAnswer = { comparison: Comparison; moment: Moment };

const ask = async (connection: Connection, { a, b, e }: Asked): Promise<ReplayAnswer> => {
  const comparison = await connection.ask({ kind: 'compare', a, b });
  if (e === b) return { comparison, moment: comparison.after };
  const { after } = await connection.ask({ kind: 'compare', a: e, b: e });
  return { comparison, moment: after };
};

/** While somebody scrubs, only the newest question is asked. */
export const useComparison = (
  connection: Connection | undefined,
  { a, b, e, count }: Asked & { count: number },
): ReplayAnswer | undefined => {
  const [answer, setAnswer] = useState<ReplayAnswer>();
  const asking = useRef<{ busy: boolean; next: Asked | undefined }>({ busy: false, next: undefined });

  useEffect(() => {
    if (!connection || count === 0) return;
    const current = asking.current;
    current.next = { a, b, e };
    const askNewest = async (): Promise<void> => {
      for (let asked = current.next; asked; asked = current.next) {
        current.next = undefined;
        setAnswer(await ask(connection, asked));
      }
    };
    if (current.busy) return;
    current.busy = true;
    askNewest()
      .catch((error: unknown) => {
        // the screen cannot go on without it: its error boundary offers to reload
        setAnswer(() => {
          throw error;
        });
      })
      .finally(() => {
        current.busy = false;
      });
  }, [connection, a, b, e, count]);
  return answer;
};
