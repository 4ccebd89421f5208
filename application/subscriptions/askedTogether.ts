/** Whatever is asked for in the same turn is asked for in one go: a question never gets an answer that is older than it. */
export const openAskedTogether = <Answer>(ask: (names: readonly string[]) => Promise<ReadonlyMap<string, Answer>>) => {
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
