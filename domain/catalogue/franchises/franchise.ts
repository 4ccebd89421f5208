/** Faction name → its subfactions, in the order in which a form offers them; and, of all games together, the names of its games. */
export type FactionData = Readonly<Record<string, { subfactions: readonly string[]; franchises?: readonly string[] }>>;

export type Franchise = {
  /** Opaque and stored in listings: never change one. */
  id: string;
  name: string;
  isOfficial: boolean;
  disclaimerRequired: boolean;
  /** Empty when none is required. */
  disclaimer: string;
  factions: FactionData;
};

/** An official game: no disclaimer. */
export const official = (id: string, name: string, factions: Record<string, readonly string[]>): Franchise => ({
  id,
  name,
  isOfficial: true,
  disclaimerRequired: false,
  disclaimer: '',
  factions: toFactionData(factions),
});

export const toFactionData = (factions: Record<string, readonly string[]>): FactionData =>
  Object.fromEntries(Object.entries(factions).map(([name, subfactions]) => [name, { subfactions }]));
