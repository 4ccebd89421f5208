import { AGE_OF_SIGMAR } from './ageOfSigmar.ts';
import { DUNGEONS_AND_DRAGONS } from './dungeonsAndDragons.ts';
import { MARVEL_CRISIS_PROTOCOL } from './marvelCrisisProtocol.ts';
import type { DemoOffer } from './offer.ts';
import { STAR_WARS_LEGION } from './starWarsLegion.ts';
import { UNOFFICIAL } from './unofficial.ts';
import { WARHAMMER_40K } from './warhammer40k.ts';

/** By a short name that the story uses. */
export const OFFERS: Readonly<Record<string, DemoOffer>> = {
  ...WARHAMMER_40K,
  ...AGE_OF_SIGMAR,
  ...STAR_WARS_LEGION,
  ...MARVEL_CRISIS_PROTOCOL,
  ...DUNGEONS_AND_DRAGONS,
  ...UNOFFICIAL,
};
