import type { ReactNode } from 'react';
import type { Factions } from './catalogueQueries.ts';

/** Factions of a single game need no heading. */
export const FactionGroup = ({ label, children }: { label: string; children: ReactNode }) =>
  label ? <optgroup label={label}>{children}</optgroup> : children;

const SEVERAL = 'In several games';

/** Grouped by game; factions that several games share come last. */
export const groupedFactions = (factions: Factions): { game: string; names: string[] }[] => {
  const games = new Map<string, string[]>();
  for (const name of Object.keys(factions).sort()) {
    const [game = '', another] = factions[name]?.franchises ?? [];
    const group = another === undefined ? game : SEVERAL;
    games.set(group, [...(games.get(group) ?? []), name]);
  }
  const groups = [...games].map(([game, names]) => ({ game, names }));
  return groups.sort((one, other) => Number(one.game === SEVERAL) - Number(other.game === SEVERAL));
};
