// What the search and its confirmation have in common: a target is a test that names an item, with the best mutant so far.
export const failed = (state) => state === 'failed';

export const byFile = (targets) => {
  const groups = new Map();
  for (const target of targets) groups.set(target.file, [...(groups.get(target.file) ?? []), target]);
  return groups;
};
