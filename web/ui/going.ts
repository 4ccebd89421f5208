import { createContext, useContext } from 'react';

/** Pending navigation to `path`; `late` once a skeleton replaces the old screen. */
export type Going = { path: string; late: boolean } | undefined;

export const GoingTo = createContext<Going>(undefined);

export const useGoing = (): Going => useContext(GoingTo);
