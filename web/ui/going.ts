import { createContext, useContext } from 'react';

/** On the way to `path`, as links name it; `late` once it takes so long that the screen that was left gives way to a skeleton. */
export type Going = { path: string; late: boolean } | undefined;

export const GoingTo = createContext<Going>(undefined);

export const useGoing = (): Going => useContext(GoingTo);
