import { official } from './franchise.ts';

export const starWarsLegion = official('starwarslegion', 'Star Wars: Legion', {
  'Rebel Alliance': [
    'Commanders & Operatives',
    'Corps',
    'Special Forces',
    'Support',
    'Heavy',
    'Echo Base Defenders',
    'Bright Tree Village',
  ],
  'Galactic Empire': [
    'Commanders & Operatives',
    'Corps',
    'Special Forces',
    'Support',
    'Heavy',
    'Blizzard Force',
    'Tempest Force',
  ],
  'Galactic Republic': [
    'Commanders & Operatives',
    'Corps',
    'Special Forces',
    'Support',
    'Heavy',
    '501st Legion',
    'Wookiee Defenders',
  ],
  'Separatist Alliance': [
    'Commanders & Operatives',
    'Corps',
    'Special Forces',
    'Support',
    'Heavy',
    'Experimental Droids',
    'Geonosians',
  ],
  'Shadow Collective': [
    'Commanders & Operatives',
    'Black Sun',
    'Pyke Syndicate',
    'Mandalorian Super Commandos',
    'Mercenaries',
  ],
  Mercenaries: ['Bounty Hunters', 'Swoop Bike Riders', 'Wookiee Warriors'],
  'Terrain & Scenery': [],
});
