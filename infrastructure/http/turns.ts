import { Refused } from './endpoint.ts';

type Codes = { own: string; others: string };

/** Lets one work run at a time in this process. @throws Refused with `own` if the same person waits, else with `others` */
export const openTurns = ({ own, others }: Codes) => {
  let running: string | undefined;
  return async <Result>(person: string, work: () => Promise<Result>): Promise<Result> => {
    if (running !== undefined) throw new Refused({ code: running === person ? own : others });
    running = person;
    try {
      return await work();
    } finally {
      running = undefined;
    }
  };
};
