export type KeyedQueue = <Value>(name: string, work: () => Promise<Value>) => Promise<Value>;

/** Runs work of the same name one at a time, in order of arrival, even after failures. */
export const serializeByKey = (): KeyedQueue => {
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
