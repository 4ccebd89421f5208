import { useState } from 'react';
import { toast } from './toast.ts';

/**
 * Code that only a press needs. It is asked for when somebody comes near (pointer, focus) and at the latest with the press; `Part`
 * is undefined until it is here.
 */
export const useOnDemand = <Part>(load: () => Promise<Part>) => {
  const [arrived, setArrived] = useState<{ Part: Part }>();
  const ask = async (): Promise<boolean> => {
    if (arrived) return true;
    try {
      const Part = await load();
      setArrived({ Part });
      return true;
    } catch {
      return false;
    }
  };
  return {
    Part: arrived?.Part,
    near: () => void ask(),
    /** Resolves to false, and has said so, when the code cannot be had. */
    press: async (): Promise<boolean> => {
      const here = await ask();
      if (!here) toast.error('This could not be opened. Check your connection and try again, or reload the page.');
      return here;
    },
  };
};
