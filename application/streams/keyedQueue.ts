export type InLine = <Value>(name: string, work: () => Promise<Value>) => Promise<Value>;

/** Runs what has the same name one after another, in the order in which it came, whatever becomes of each. */
export const openLines = (): InLine => {
  const ends = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const before = ends.get(name) ?? Promise.resolve();
    const mine = before.then(work);
    const end = mine.catch(() => undefined);
    ends.set(name, end);
    try {
      return await mine;
    } finally {
      if (ends.get(name) === end) ends.delete(name);
    }
  };
};
