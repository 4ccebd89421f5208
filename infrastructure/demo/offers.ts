/** What is for sale in the demo. `photos`: file names below `photos/`; `day`: how many days ago it was listed. */
type DemoOffer = {
  seller: string;
  day: number;
  photos: readonly string[];
  title: string;
  franchise: string;
  mainFaction: string;
  subfaction?: string;
  condition: string;
  paintQuality: string;
  /** Euros, as typed. */
  price: string;
  description: string;
};

const PAINTED = { condition: 'Painted', paintQuality: 'High Tabletop' };
const PRO = { condition: 'Pro-painted', paintQuality: 'Display Quality' };
const PLAIN = { condition: 'Painted', paintQuality: 'Good Tabletop' };
const BUILT = { condition: 'Built', paintQuality: 'Not Painted' };

const W40K = 'Warhammer 40,000';
const SIGMAR = 'Warhammer Age of Sigmar';
const LEGION = 'Star Wars: Legion';
const CRISIS = 'Marvel: Crisis Protocol';
const DRAGONS = 'Dungeons & Dragons';
const UNOFFICIAL = 'Unofficial 3D Printed Miniatures';

/** By a short name that the story uses. */
export const OFFERS: Readonly<Record<string, DemoOffer>> = {
  sergeant: {
    seller: 'matthias',
    day: 29,
    photos: ['trooper-azure'],
    ...PAINTED,
    price: '34.50',
    title: 'Ultramarines Sergeant with plasma pistol',
    franchise: W40K,
    mainFaction: 'Space Marines',
    subfaction: 'Ultramarines',
    description:
      'Painted in layers over a zenithal base, edge highlights on all armour plates, matt varnish. Magnetised at the wrists. Based on cork with static grass.',
  },
  captain: {
    seller: 'matthias',
    day: 29,
    photos: ['knight-crimson'],
    ...PRO,
    price: '145.00',
    title: 'Blood Angels Captain, display piece',
    franchise: W40K,
    mainFaction: 'Space Marines',
    subfaction: 'Blood Angels',
    description:
      'A commission that stood in a cabinet ever since. Non-metallic gold, freehand on the cloak, wet-blended reds. Comes on a turned walnut plinth.',
  },
  army: {
    seller: 'matthias',
    day: 12,
    photos: ['knight-crimson', 'trooper-azure'],
    ...PRO,
    price: '620.00',
    title: 'Blood Angels strike force, thirty models',
    franchise: W40K,
    mainFaction: 'Space Marines',
    subfaction: 'Blood Angels',
    description:
      'A whole force, painted over two winters: wet-blended reds, weathered bases, one scheme throughout. Travels in its own foam trays, which are included.',
  },
  tank: {
    seller: 'jakub',
    day: 28,
    photos: ['tank-verdant'],
    ...PLAIN,
    price: '62.00',
    title: 'Battle tank, weathered, Cadian markings',
    franchise: W40K,
    mainFaction: 'Astra Militarum',
    subfaction: 'Cadian Shock Troops',
    description:
      'Airbrushed modulation, chipping with sponge, pigments on the tracks. All sponson options included and unglued.',
  },
  walker: {
    seller: 'ingrid',
    day: 20,
    photos: ['walker-ember'],
    ...PAINTED,
    price: '189.90',
    title: 'Imperial Knight in ember livery',
    franchise: W40K,
    mainFaction: 'Imperial Knights',
    description:
      'Fully pinned, splits at the waist for travel. Heraldry by decals, sealed with satin varnish. No repairs.',
  },
  stormcast: {
    seller: 'sophie',
    day: 28,
    photos: ['knight-azure'],
    ...PAINTED,
    price: '27.00',
    title: 'Stormcast Liberator-Prime',
    franchise: SIGMAR,
    mainFaction: 'Stormcast Eternals',
    subfaction: 'Celestial Vindicators',
    description:
      'True-metallic turquoise and brass, glazed cloak. A small chip at the heel of the base, invisible from the front.',
  },
  sylvaneth: {
    seller: 'sophie',
    day: 18,
    photos: ['archer-verdant'],
    ...PRO,
    price: '58.00',
    title: 'Sylvaneth huntress of the Oakenbrow',
    franchise: SIGMAR,
    mainFaction: 'Sylvaneth',
    subfaction: 'Oakenbrow',
    description:
      'Bark textures drybrushed and washed in eleven tones, leaves by hand. Won a bronze pin at a club show in Lyon.',
  },
  freeguild: {
    seller: 'jakub',
    day: 16,
    photos: ['knight-bonewhite'],
    ...PLAIN,
    price: '22.50',
    title: 'Freeguild marshal, bone and red',
    franchise: SIGMAR,
    mainFaction: 'Cities of Sigmar',
    subfaction: 'Hammerhal',
    description: 'Tabletop standard that reads well from a metre away. Sword tip straightened and reinforced.',
  },
  orruk: {
    seller: 'matthias',
    day: 12,
    photos: ['orc-verdant'],
    ...PAINTED,
    price: '31.00',
    title: 'Orruk Megaboss on foot',
    franchise: SIGMAR,
    mainFaction: 'Orruk Warclans',
    description: 'Skin in six greens, armour scratched with a fine brush. Head swapped for the older, grumpier one.',
  },
  clone: {
    seller: 'ingrid',
    day: 27,
    photos: ['trooper-bonewhite'],
    ...PLAIN,
    price: '18.00',
    title: 'Clone trooper captain',
    franchise: LEGION,
    mainFaction: 'Galactic Republic',
    subfaction: '501st Legion',
    description: 'Clean white with soft panel lines and a dusty base. From a smoke-free home.',
  },
  strider: {
    seller: 'ingrid',
    day: 9,
    photos: ['walker-primer'],
    ...BUILT,
    price: '44.00',
    title: 'Scout walker, built and primed',
    franchise: LEGION,
    mainFaction: 'Galactic Empire',
    subfaction: 'Heavy',
    description:
      'Seam lines removed, gaps filled, primed grey. The canopy is left open so that you can paint the crew.',
  },
  deathTrooper: {
    seller: 'sophie',
    day: 6,
    photos: ['trooper-midnight'],
    ...PAINTED,
    price: '24.90',
    title: 'Special forces trooper, gloss black',
    franchise: LEGION,
    mainFaction: 'Galactic Empire',
    subfaction: 'Special Forces',
    description: 'Gloss over satin black with cold blue reflections; lenses with a green glow.',
  },
  hoverTank: {
    seller: 'jakub',
    day: 3,
    photos: ['tank-primer'],
    ...BUILT,
    price: '49.00',
    title: 'Assault tank, magnetised turret',
    franchise: LEGION,
    mainFaction: 'Separatist Alliance',
    subfaction: 'Heavy',
    description: 'Built in subassemblies, turret on magnets. Grey primer only, ready for your scheme.',
  },
  sorcerer: {
    seller: 'sophie',
    day: 26,
    photos: ['wizard-ember'],
    ...PRO,
    price: '76.00',
    title: 'Master of the mystic arts, lava base',
    franchise: CRISIS,
    mainFaction: 'Convocation of Sorcerers',
    description:
      'Object-source lighting from the spell and from the lava, fluorescent pigments in the glaze. Photos taken in daylight.',
  },
  panther: {
    seller: 'matthias',
    day: 8,
    photos: ['knight-midnight'],
    ...PAINTED,
    price: '39.00',
    title: 'Guardian of the throne',
    franchise: CRISIS,
    mainFaction: 'Wakanda',
    description: 'Black that is not black: cool highlights, violet energy lines, brass jewellery.',
  },
  rider: {
    seller: 'jakub',
    day: 5,
    photos: ['skeleton-ember'],
    ...PAINTED,
    price: '33.00',
    title: 'Spirit of vengeance',
    franchise: CRISIS,
    mainFaction: 'Midnight Sons',
    description: 'Flames from white to deep red, bone in warm ivory. The chain is a real one, blackened.',
  },
  thunder: {
    seller: 'ingrid',
    day: 2,
    photos: ['knight-royal'],
    ...PLAIN,
    price: '29.00',
    title: 'Queen of Asgard, royal purple',
    franchise: CRISIS,
    mainFaction: 'Asgard',
    description: 'Smooth purples with gold trim. Base rim black, name left off so that you can add yours.',
  },
  redDragon: {
    seller: 'matthias',
    day: 27,
    photos: ['dragon-crimson'],
    ...PRO,
    price: '129.00',
    title: 'Ancient red dragon, 30 cm wingspan',
    franchise: DRAGONS,
    mainFaction: 'Dragons',
    subfaction: 'Chromatic Dragons',
    description:
      'Every scale shaded by hand over four months. Wings come off for shipping and sit on brass pins. Double-boxed.',
  },
  greenDragon: {
    seller: 'sophie',
    day: 1,
    photos: ['dragon-verdant'],
    ...PAINTED,
    price: '88.00',
    title: 'Young green dragon on a forest base',
    franchise: DRAGONS,
    mainFaction: 'Dragons',
    subfaction: 'Chromatic Dragons',
    description: 'Airbrushed gradients with brushed detail, leaf litter from real birch seeds.',
  },
  mimic: {
    seller: 'jakub',
    day: 24,
    photos: ['mimic-verdant'],
    ...PAINTED,
    price: '19.50',
    title: 'Mimic, very hungry',
    franchise: DRAGONS,
    mainFaction: 'Monstrosities',
    subfaction: 'Mimics',
    description: 'Gloss varnish on tongue and teeth. Your players will open it. They always open it.',
  },
  skeleton: {
    seller: 'ingrid',
    day: 14,
    photos: ['skeleton-royal'],
    ...PLAIN,
    price: '12.00',
    title: 'Skeleton champion with tattered cloak',
    franchise: DRAGONS,
    mainFaction: 'Undead',
    subfaction: 'Skeletons',
    description: 'Quick and honest: contrast paints, one highlight, varnished. Good for the middle of the table.',
  },
  wizard: {
    seller: 'matthias',
    day: 4,
    photos: ['wizard-midnight'],
    ...PRO,
    price: '54.00',
    title: 'Court wizard, starlit robe',
    franchise: DRAGONS,
    mainFaction: 'Player Characters',
    subfaction: 'Wizard',
    description: 'Freehand constellations on the robe (they are the right ones). The staff glows on all near surfaces.',
  },
  bust: {
    seller: 'sophie',
    day: 22,
    photos: ['dragon-bonewhite'],
    ...PRO,
    price: '95.00',
    title: '3D printed bone dragon, display piece',
    franchise: UNOFFICIAL,
    mainFaction: 'Monsters & Creatures',
    subfaction: 'Dragons',
    description:
      '3D printed in 8K grey resin by me under a commercial licence of the sculptor. Fully cured, painted, varnished. No assembly needed.',
  },
  ogre: {
    seller: 'jakub',
    day: 10,
    photos: ['orc-ember'],
    ...PAINTED,
    price: '21.00',
    title: '3D printed ember orc warlord',
    franchise: UNOFFICIAL,
    mainFaction: 'Fantasy Armies',
    subfaction: 'Goblins & Orcs',
    description: '3D printed in ABS-like resin by a friend with a licence, painted by me. Comes with a 40 mm base.',
  },
  warrior: {
    seller: 'ingrid',
    day: 1,
    photos: ['skeleton-bonewhite'],
    ...BUILT,
    price: '14.00',
    title: '3D printed tomb guardian, unpainted',
    franchise: UNOFFICIAL,
    mainFaction: 'Fantasy Armies',
    subfaction: 'Undead',
    description:
      '3D printed by me in standard resin, supports removed and sanded. Needs priming and painting; the arms are separate.',
  },
  siege: {
    seller: 'matthias',
    day: 1,
    photos: ['tank-azure', 'walker-bonewhite'],
    ...PLAIN,
    price: '72.00',
    title: '3D printed siege tank and walker, kitbashed',
    franchise: UNOFFICIAL,
    mainFaction: 'Kitbashes',
    description:
      '3D printed hulls in PLA (printed by me), kitbashed with plastic from the bits box. Painted and weathered as a pair.',
  },
};
