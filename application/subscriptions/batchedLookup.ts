/** Batches all lookups of one turn of the event loop into one query. An answer is never older than its question. */
export const openBatchedLookup = <Answer>(ask: (names: readonly string[]) => Promise<ReadonlyMap<string, Answer>>) => {
  let asked: { names: Set<string>; answers: Promise<ReadonlyMap<string, Answer>> } | undefined;

  const begin = () => {
    const names = new Set<string>();
    const turn = new Promise<void>((resolve) => setImmediate(resolve));
    const answers = turn.then(() => {
      asked = undefined;
      return ask([...names]);
    });
    return { names, answers };
  };

  return async (name: string): Promise<Answer | undefined> => {
    asked ??= begin();
    asked.names.add(name);
    return (await asked.answers).get(name);
  };
};
