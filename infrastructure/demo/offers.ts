import { table } from './table.ts';

/** An item for sale in the demo. */
export type DemoOffer = {
  seller: string;
  /** How many days ago it was listed. */
  day: number;
  /** Number of its files in `photos/`. */
  photos: number;
  title: string;
  franchise: string;
  mainFaction: string;
  subfaction?: string;
  condition: string;
  paintQuality: string;
  /** Euros, as typed. */
  price: string;
  /** Euros; set if the listing overrides the seller's usual rates. */
  shippingRates?: { domesticRate: number; continentalRate: number };
  description: string;
};

const FINISHES: Record<string, Pick<DemoOffer, 'condition' | 'paintQuality'>> = {
  painted: { condition: 'Painted', paintQuality: 'High Tabletop' },
  pro: { condition: 'Pro-painted', paintQuality: 'Display Quality' },
  plain: { condition: 'Painted', paintQuality: 'Good Tabletop' },
  built: { condition: 'Built', paintQuality: 'Not Painted' },
};

/** `rates`: domestic/continental. */
const COLUMNS = [
  'name',
  'seller',
  'day',
  'photos',
  'finish',
  'price',
  'rates',
  'mainFaction',
  'subfaction',
  'title',
  'description',
] as const;

const listed = (franchise: string, text: string): Record<string, DemoOffer> =>
  Object.fromEntries(
    table(COLUMNS, text).map(({ name, day, photos, finish, rates, subfaction, ...offer }) => {
      const [domesticRate = 0, continentalRate = 0] = rates.split('/').map(Number);
      const parsed: DemoOffer = {
        ...offer,
        ...FINISHES[finish]!,
        franchise,
        day: Number(day),
        photos: Number(photos),
        ...(subfaction && { subfaction }),
        ...(rates && { shippingRates: { domesticRate, continentalRate } }),
      };
      return [name, parsed];
    }),
  );

/** By the short name that the story uses. */
export const OFFERS: Readonly<Record<string, DemoOffer>> = {
  ...listed(
    'Warhammer 40,000',
    `
sergeant | matthias | 29 | 3 | painted | 34.50 |  | Space Marines | Ultramarines | Ultramarines Sergeant with plasma pistol | Painted in layers over a zenithal base, edge highlights on all armour plates, matt varnish. Magnetised at the wrists. Based on cork with static grass.
captain | matthias | 29 | 5 | pro | 145.00 |  | Space Marines | Blood Angels | Blood Angels Captain, display piece | A commission that stood in a cabinet ever since. Non-metallic gold, freehand on the cloak, wet-blended reds. Comes on a turned walnut plinth.
army | matthias | 12 | 5 | pro | 620.00 |  | Space Marines | Blood Angels | Blood Angels strike force, thirty models | A whole force, painted over two winters: wet-blended reds, weathered bases, one scheme throughout. Travels in its own foam trays, which are included.
tank | jakub | 28 | 3 | plain | 62.00 |  | Astra Militarum | Cadian Shock Troops | Battle tank, weathered, Cadian markings | Airbrushed modulation, chipping with sponge, pigments on the tracks. All sponson options included and unglued.
walker | ingrid | 20 | 4 | painted | 189.90 |  | Imperial Knights |  | Imperial Knight in ember livery | Fully pinned, splits at the waist for travel. Heraldry by decals, sealed with satin varnish. No repairs.
veteran | matthias | 28 | 3 | painted | 38.00 |  | Space Marines | Ultramarines | Ultramarines veteran, winter base | Blue glazed over a warm grey, lenses with two highlights. Snow from glass beads, so it does not yellow.
apothecary | sophie | 27 | 3 | painted | 41.00 |  | Space Marines | Imperial Fists | Apothecary in clean ivory armour | White without chalk: ivory base, oil wash in the recesses, edges by hand. The narthecium has its own little light.
chaplain | sophie | 25 | 3 | painted | 46.50 |  | Space Marines | Raven Guard | Chaplain, black armour with cold edges | Black in four blues, bone skull mask, parchments with readable script. Travelled once to a tournament, in its own box.
lieutenant | jakub | 26 | 3 | painted | 36.00 |  | Space Marines | Blood Angels | Blood Angels lieutenant with rifle | Reds from brown to orange, gold trims without metallics. One spare head is included.
warboss | bram | 23 | 4 | painted | 52.00 | 6.5/11.9 | Orks | Goffs | Ork warboss with a very large axe | Checks by hand, rust from real pigments, teeth stained with tea. The axe is pinned twice, it has hit the floor before.
boyz | nuno | 21 | 4 | plain | 58.00 |  | Orks | Bad Moons | Ork mob, seven boyz | Seven painted boyz on matching desert bases. Sold together; the one with the odd helmet is the favourite of my daughter.
overlord | katri | 19 | 4 | pro | 84.00 |  | Necrons | Sautekh | Necron overlord, verdigris and gold | Verdigris from three inks, gold leaf on the crown (real, thin, sealed). The cloak is a glaze over bare metal.
immortals | carmen | 17 | 3 | painted | 64.00 |  | Necrons | Mephrit | Necron immortals, squad of seven | Dark steel with a blue wash, eyes that glow on the ribs. Bases are slate, cut by hand.
dreadwalker | matthias | 15 | 4 | painted | 72.00 | 7.9/15.5 | Space Marines | Ultramarines | Walker in chapter blue, magnetised arms | Both arms on magnets, waist turns. Heraldry is painted, no decals. One antenna was replaced by a guitar string and survives anything.
desertTank | aoife | 11 | 4 | plain | 47.50 |  | Astra Militarum | Tallarn Desert Raiders | Desert tank, sand and dust | Airbrushed in three sands, stowage from the spares box, dust where dust would be.
ranger40k | tomas | 8 | 3 | painted | 28.50 |  | Aeldari | Alaitoc | Aeldari ranger with long bow | Cloak shaded from teal to black, a stone in the bow that catches the light.
inquisitor | freja | 4 | 4 | pro | 79.00 |  | Imperial Agents | Inquisition | Inquisitor in wine-red robes | Robe in eight glazes, freehand on the hem, a lamp that lights the sleeve. Base from cork and a real watch wheel.
`,
  ),
  ...listed(
    'Warhammer Age of Sigmar',
    `
stormcast | sophie | 28 | 3 | painted | 27.00 |  | Stormcast Eternals | Celestial Vindicators | Stormcast Liberator-Prime | True-metallic turquoise and brass, glazed cloak. A small chip at the heel of the base, invisible from the front.
sylvaneth | sophie | 18 | 4 | pro | 58.00 |  | Sylvaneth | Oakenbrow | Sylvaneth huntress of the Oakenbrow | Bark textures drybrushed and washed in eleven tones, leaves by hand. Won a bronze pin at a club show in Lyon.
freeguild | jakub | 21 | 3 | plain | 22.50 |  | Cities of Sigmar | Hammerhal | Freeguild marshal, bone and red | Tabletop standard that reads well from a metre away. Sword tip straightened and reinforced.
orruk | matthias | 12 | 3 | painted | 31.00 |  | Orruk Warclans |  | Orruk Megaboss on foot | Skin in six greens, armour scratched with a fine brush. Head swapped for the older, grumpier one.
prosecutor | matthias | 26 | 3 | painted | 33.00 |  | Stormcast Eternals | Hallowed Knights | Stormcast knight, storm grey | Steel-blue armour with a warm second light from the right. Matt varnish, satin on the blade.
vampire | katri | 24 | 4 | pro | 92.00 |  | Soulblight Gravelords | Legion of Blood | Vampire lord in wine and gold | Velvet by stippling, skin by eleven glazes. Stood second at a show in Tampere.
wight | carmen | 22 | 4 | plain | 16.00 |  | Soulblight Gravelords | Legion of Night | Wight champion | Fast scheme, clean finish: bone, black, one colour. Ready to play.
mage | sophie | 17 | 4 | painted | 44.00 |  | Cities of Sigmar | Hallowheart | Battle mage of the Bright College | The flame lights beard, sleeve and staff. Eyes are open, which took two evenings.
zombieDragon | bram | 14 | 5 | pro | 168.00 | 9.5/17.5 | Soulblight Gravelords | Avengorii Dynasty | Undead dragon, midnight scales | Scales from black to steel blue, wings like old parchment. Comes apart in three, each part in its own foam.
drake | freja | 10 | 3 | painted | 86.00 |  | Stormcast Eternals | Tempest Lords | Storm drake, teal | Airbrushed undershading, scales picked out by brush. The rock is a real one from our beach.
archerCity | nuno | 9 | 4 | plain | 48.00 |  | Cities of Sigmar | Living City | Freeguild archers, seven models | A unit that looks like one: same ochre, different faces. Strings of the bows are nylon and do not break.
ironjaw | aoife | 6 | 3 | painted | 37.00 |  | Orruk Warclans | Ironjawz | Ironjaw brute boss | Armour in storm blue with chipping down to bare iron. Heavy for its size; packed accordingly.
graveguard | jakub | 25 | 4 | plain | 39.00 |  | Soulblight Gravelords | Legion of Night | Grave guard, seven skeletons | Seven skeletons, seven shields, one mossy scheme. Good for a whole evening of falling apart and standing up.
dryad | tomas | 2 | 3 | painted | 26.00 |  | Sylvaneth | Winterleaf | Branchwraith with silver bark | Birch bark by dry brush and a very fine pen. Snow on the base, none on the cloak.
`,
  ),
  ...listed(
    'Star Wars: Legion',
    `
clone | ingrid | 27 | 3 | plain | 18.00 |  | Galactic Republic | 501st Legion | Clone trooper captain | Clean white with soft panel lines and a dusty base. From a smoke-free home.
strider | ingrid | 9 | 3 | built | 44.00 |  | Galactic Empire | Heavy | Scout walker, built and primed | Seam lines removed, gaps filled, primed grey. The canopy is left open so that you can paint the crew.
deathTrooper | sophie | 9 | 3 | painted | 24.90 |  | Galactic Empire | Special Forces | Special forces trooper, gloss black | Gloss over satin black with cold blue reflections; lenses with a green glow.
hoverTank | jakub | 3 | 3 | built | 49.00 |  | Separatist Alliance | Heavy | Assault tank, magnetised turret | Built in subassemblies, turret on magnets. Grey primer only, ready for your scheme.
shoreTrooper | carmen | 23 | 3 | painted | 22.00 |  | Galactic Empire | Corps | Shore trooper, beach weathering | Sand on the boots, salt on the armour, a tide line that took an evening.
jungleScout | jakub | 24 | 3 | plain | 19.50 |  | Rebel Alliance | Special Forces | Jungle scout in dark green | Four greens and one leaf. Varnished twice because he lives outdoors.
firstLegion | lukas | 18 | 4 | painted | 66.00 |  | Galactic Republic | 501st Legion | Blue company, seven troopers | Seven troopers in storm blue, each with other markings. Numbered under the bases.
battleTank | aoife | 13 | 4 | painted | 58.00 |  | Separatist Alliance | Heavy | Assault tank, grey-blue | Panel lines by oil wash, heat marks on the barrel. The hatch opens.
scoutWalker | bram | 12 | 4 | painted | 63.00 |  | Galactic Empire | Support | Scout walker in ivory | Clean ivory with soft streaks below each rivet. Legs are pinned with brass; it stands on its own.
hunter | freja | 7 | 4 | pro | 49.00 |  | Mercenaries | Bounty Hunters | Bounty hunter, ochre armour | Scratches by sponge and by needle, each with its highlight. The visor reflects a horizon.
snowSquad | katri | 5 | 3 | built | 35.00 |  | Galactic Empire | Blizzard Force | Snow squad, seven troopers, primed | Built, mould lines removed, primed in light grey. Arms are fixed, heads turn.
`,
  ),
  ...listed(
    'Marvel: Crisis Protocol',
    `
sorcerer | sophie | 26 | 3 | pro | 76.00 |  | Convocation of Sorcerers |  | Master of the mystic arts, lava base | Object-source lighting from the spell and from the lava, fluorescent pigments in the glaze. Photos taken in daylight.
panther | matthias | 8 | 4 | painted | 39.00 |  | Wakanda |  | Guardian of the throne | Black that is not black: cool highlights, violet energy lines, brass jewellery.
rider | jakub | 5 | 3 | painted | 33.00 |  | Midnight Sons |  | Spirit of vengeance | Flames from white to deep red, bone in warm ivory. The chain is a real one, blackened.
thunder | ingrid | 2 | 3 | plain | 29.00 |  | Asgard |  | Queen of Asgard, royal purple | Smooth purples with gold trim. Base rim black, name left off so that you can add yours.
mystic | katri | 27 | 4 | pro | 68.00 |  | Midnight Sons |  | Sorceress in scarlet | Chaos magic by airbrush and glaze; the staff throws its light on the hat. In a cabinet since it dried.
archerHero | lukas | 22 | 3 | painted | 31.00 |  | Avengers |  | Master archer in purple | The arrow is pinned and straight. Purple in five steps, sunset on the base rim.
brute | bram | 20 | 4 | painted | 43.00 |  | Defenders |  | Green brute with an axe | Skin in nine greens, trousers that survived. Base has a broken kerb from plaster.
sentinel | freja | 16 | 5 | pro | 118.00 | 8.5/16.9 | Brotherhood of Mutants |  | Hunter robot, rose and violet | Two-tone armour over black, gradients by airbrush, every panel edged. Twenty centimetres of trouble.
doomKnight | nuno | 13 | 4 | pro | 77.00 |  | Cabal |  | Monarch in iron and green | True metal under green cloth, freehand on the hem. The shield is mine, the attitude came with the model.
webWizard | aoife | 10 | 3 | painted | 29.00 |  | Dark Dimension |  | Weaver of fates | Rose and brass, a spell in the left hand. Light comes from the spell, look at the sleeve.
ironTrooper | tomas | 7 | 3 | painted | 34.50 |  | Avengers |  | Armoured avenger in rose red | Candy red over silver, no scratches. Eyes and chest glow, painted, no electronics.
`,
  ),
  ...listed(
    'Dungeons & Dragons',
    `
redDragon | matthias | 27 | 5 | pro | 129.00 |  | Dragons | Chromatic Dragons | Ancient red dragon, 30 cm wingspan | Every scale shaded by hand over a whole winter. Wings come off for shipping and sit on brass pins. Double-boxed.
greenDragon | sophie | 1 | 3 | painted | 88.00 |  | Dragons | Chromatic Dragons | Young green dragon on a forest base | Airbrushed gradients with brushed detail, leaf litter from real birch seeds.
mimic | jakub | 24 | 3 | painted | 19.50 |  | Monstrosities | Mimics | Mimic, very hungry | Gloss varnish on tongue and teeth. Your players will open it. They always open it.
skeleton | ingrid | 14 | 3 | plain | 12.00 |  | Undead | Skeletons | Skeleton champion with tattered cloak | Quick and honest: contrast paints, one highlight, varnished. Good for the middle of the table.
wizard | matthias | 4 | 3 | pro | 54.00 |  | Player Characters | Wizard | Court wizard, starlit robe | Freehand constellations on the robe (they are the right ones). The staff glows on all near surfaces.
goldDragon | freja | 25 | 5 | pro | 139.00 | 9.9/18.9 | Dragons | Metallic Dragons | Ancient gold dragon | Gold without metallic paint: ochre to ivory in fourteen steps. Wings come off for the journey.
elfRanger | matthias | 23 | 4 | painted | 27.00 |  | Player Characters | Ranger | Elf ranger with longbow | Forest cloak with a frayed hem. The string is a hair of my horse.
paladin | carmen | 20 | 3 | painted | 32.00 |  | Player Characters | Paladin | Paladin of the dawn | Ivory tabard over steel, a sun in the shield. Never lost a saving throw while I owned it.
lich | lukas | 16 | 3 | pro | 61.00 |  | Undead | Liches | Lich in faded teal | Robes that were rich once. Verdigris on the crown, cold light in the eyes.
orcChief | matthias | 12 | 3 | plain | 23.00 |  | Humanoids | Orcs | Orc chieftain, desert tribe | Dusty and solid. Painted for a one-shot in which he won.
treasureMimic | jakub | 22 | 3 | painted | 24.00 |  | Monstrosities | Mimics | Treasure chest (do not open) | Coins by hand, tongue in gloss. A second, honest chest is included.
seer | bram | 9 | 4 | painted | 30.00 |  | Player Characters | Druid | Forest seer | Green robe with a border of ivy, staff from a real twig under resin.
whiteDragon | aoife | 5 | 3 | painted | 98.00 |  | Dragons | Chromatic Dragons | Young storm-blue dragon | Cold blues with frost on the spines. The rock is cork, so it is lighter than it looks.
bard | sophie | 19 | 3 | painted | 25.00 |  | Humanoids | Elves | Half-elf archer in rose | Played through two campaigns, repainted after the second. Boots are new.
`,
  ),
  ...listed(
    'Unofficial 3D Printed Miniatures',
    `
bust | sophie | 22 | 3 | pro | 95.00 |  | Monsters & Creatures | Dragons | 3D printed bone dragon, display piece | 3D printed in 8K grey resin by me under a commercial licence of the sculptor. Fully cured, painted, varnished. No assembly needed.
ogre | jakub | 10 | 3 | painted | 21.00 |  | Fantasy Armies | Goblins & Orcs | 3D printed ember orc warlord | 3D printed in ABS-like resin by a friend with a licence, painted by me. Comes with a 40 mm base.
warrior | ingrid | 1 | 3 | built | 14.00 |  | Fantasy Armies | Undead | 3D printed tomb guardian, unpainted | 3D printed by me in standard resin, supports removed and sanded. Needs priming and painting; the arms are separate.
siege | matthias | 1 | 4 | plain | 72.00 |  | Kitbashes |  | 3D printed siege walker, kitbashed | 3D printed hull in PLA (printed by me), kitbashed with plastic from the bits box. Painted, weathered, splits at the waist for its foam.
printedDrake | lukas | 19 | 3 | built | 34.00 |  | Monsters & Creatures | Dragons | 3D printed drake, primed grey | 3D printed in tough resin by me under the licence of the sculptor. Cleaned, cured, primed; wings are separate and need gluing.
printedWizard | carmen | 15 | 3 | built | 11.00 |  | Heroes & Adventurers | Wizards | 3D printed wizard, primed | 3D printed in standard resin, printed by me with a licence. Primed grey, no assembly needed, waits for paint.
cursedChest | nuno | 17 | 3 | painted | 21.50 |  | Monsters & Creatures | Demons | 3D printed cursed chest, painted | 3D printed in water-washable resin by a shop with a licence, painted by me. Tongue and teeth in gloss. No assembly needed.
trenchTank | bram | 11 | 3 | plain | 39.00 |  | Vehicles & Walkers | Tanks | 3D printed trench tank | 3D printed in PLA by me from a licensed file, layer lines sanded, painted and weathered. Turret turns, nothing to assemble.
robotGuard | katri | 8 | 3 | painted | 42.00 |  | Science Fiction Armies | Cyborgs & Robots | 3D printed guard robot, teal | 3D printed in 8K resin by me with a licence; painted, varnished. The claw is glued, the waist turns. No assembly needed.
spaceOrc | aoife | 21 | 4 | painted | 28.00 |  | Science Fiction Armies | Space Orcs | 3D printed void orc captain | 3D printed in ABS-like resin by me with a licence, painted in midnight blue and brass. No assembly needed.
tombKnight | freja | 18 | 3 | plain | 18.00 |  | Fantasy Armies | Human Kingdoms | 3D printed desert knight | 3D printed in standard resin by a friend with a licence, painted by me to a table standard. No assembly needed.
`,
  ),
};
