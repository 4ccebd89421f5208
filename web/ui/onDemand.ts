import { useState } from 'react';
import { messageOf } from '../api/ApiError.ts';
import { toast } from './toast.ts';

const UNOPENED = 'This could not be opened. Check your connection and try again, or reload the page.';

/**
 * Code for a press: loads on hover or focus, at the latest with the press. `Part` is undefined until then. `before`:
 * already loaded elsewhere.
 */
export const useOnDemand = <Part>(load: () => Promise<Part>, before?: Part) => {
  const [arrived, setArrived] = useState<{ Part: Part } | undefined>(before && { Part: before });
  const ask = async (): Promise<unknown> => {
    if (arrived) return undefined;
    try {
      const Part = await load();
      setArrived({ Part });
      return undefined;
    } catch (error) {
      return error;
    }
  };
  return {
    Part: arrived?.Part,
    near: () => void ask(),
    /** Resolves to false, after a message, if the code cannot load. */
    press: async (): Promise<boolean> => {
      const failure = await ask();
      if (failure !== undefined) toast.error(messageOf(failure, UNOPENED));
      return failure === undefined;
    },
  };
};
