import { ageOfSigmar } from './franchises/ageOfSigmar.ts';
import { dungeonsAndDragons } from './franchises/dungeonsAndDragons.ts';
import type { FactionData, Franchise } from './franchises/franchise.ts';
import { marvelCrisisProtocol } from './franchises/marvelCrisisProtocol.ts';
import { starWarsLegion } from './franchises/starWarsLegion.ts';
import { unofficial3dPrinted } from './franchises/unofficial3dPrinted.ts';
import { warhammer40k } from './franchises/warhammer40k.ts';

export type { FactionData, Franchise };

/** Every game, in the order in which forms offer them; the first is the default. */
export const FRANCHISES: readonly Franchise[] = [
  warhammer40k,
  ageOfSigmar,
  starWarsLegion,
  marvelCrisisProtocol,
  dungeonsAndDragons,
  unofficial3dPrinted,
];

export const UNOFFICIAL_FRANCHISE = unofficial3dPrinted;

/** Finds a game by its id, or by its name in any case. */
export const findFranchise = (idOrName: string): Franchise | undefined =>
  FRANCHISES.find((franchise) => franchise.id === idOrName || franchise.name.toLowerCase() === idOrName.toLowerCase());

/** Of one franchise (none for an unknown one); without it of all of them, a faction of several with the subfactions of each. */
export const factionDataOf = (idOrName?: string): FactionData => {
  if (idOrName !== undefined) return findFranchise(idOrName)?.factions ?? {};
  const merged: Record<string, { subfactions: string[]; franchises: string[] }> = {};
  for (const { name, factions } of FRANCHISES)
    for (const [faction, { subfactions }] of Object.entries(factions)) {
      merged[faction] ??= { subfactions: [], franchises: [] };
      merged[faction].franchises.push(name);
      const known = merged[faction].subfactions;
      known.push(...subfactions.filter((subfaction) => !known.includes(subfaction)));
    }
  return merged;
};

/** Whether franchise, faction and subfaction (empty: none) belong together. */
export const belongsTogether = (offer: { franchise: string; mainFaction: string; subfaction: string }): boolean => {
  const factions = findFranchise(offer.franchise)?.factions;
  if (!factions || !Object.hasOwn(factions, offer.mainFaction)) return false;
  return offer.subfaction === '' || (factions[offer.mainFaction]?.subfactions.includes(offer.subfaction) ?? false);
};
