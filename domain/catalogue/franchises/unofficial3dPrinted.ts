import { type Franchise, toFactionData } from './franchise.ts';

/** Where 3D-printed and kitbashed items must be listed (document 2, sections 3 and 5). */
export const unofficial3dPrinted: Franchise = {
  id: 'unofficial3dprinted',
  name: 'Unofficial 3D Printed Miniatures',
  isOfficial: false,
  disclaimerRequired: true,
  disclaimer:
    'This listing is for an unofficial, 3D printed or kitbashed miniature. It is not made, licensed or endorsed by any games ' +
    'company. I confirm that I have the right to sell it, that it copies no protected design, and that its title and description ' +
    'say that it is 3D printed or kitbashed, name the material and who printed it, and state what assembly or painting it needs. ' +
    'I will not use trademarks to describe it, nor call it a "proxy" or a "replacement" for an official product.',
  factions: toFactionData({
    'Fantasy Armies': ['Beastfolk', 'Dwarves', 'Elves', 'Goblins & Orcs', 'Human Kingdoms', 'Lizardfolk', 'Undead'],
    'Science Fiction Armies': [
      'Alien Swarms',
      'Armoured Infantry',
      'Cyborgs & Robots',
      'Space Elves',
      'Space Orcs',
      'Trench Soldiers',
    ],
    'Heroes & Adventurers': ['Fighters', 'Priests', 'Rogues', 'Wizards', 'Villains'],
    'Monsters & Creatures': ['Demons', 'Dragons', 'Giants', 'Undead'],
    'Vehicles & Walkers': ['Tanks', 'Walkers', 'Aircraft', 'Bikes'],
    'Busts & Display Pieces': [],
    Kitbashes: [],
    'Bits & Bases': ['Bases', 'Heads', 'Weapons', 'Shoulder Pads'],
    'Terrain & Scenery': ['Buildings', 'Ruins', 'Scatter Terrain'],
  }),
};
