/** A value of a state that differs. `path`: the names from the outside in; undefined where there is none. */
export type Change = { path: readonly string[]; before: unknown; after: unknown };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** Every value that differs between two states, in the order of their fields. Lists are compared as a whole. */
export const differenceOf = (before: unknown, after: unknown, path: readonly string[] = []): Change[] => {
  if (before === after) return [];
  if (isRecord(before) && isRecord(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => differenceOf(before[name], after[name], [...path, name]));
  }
  return isSame(before, after) ? [] : [{ path, before, after }];
};
