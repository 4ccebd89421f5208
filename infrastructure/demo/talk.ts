import { type Chapter, life, together } from './chapters.ts';
import { table } from './table.ts';

/** Questions about offers: asked in the morning, answered in the afternoon of the same day (`day`: days ago). */
const QUESTIONS: readonly Chapter[] = table(
  ['day', 'buyer', 'offer', 'asked', 'answered'],
  `
20 | tomas | captain | Is the plinth glued or screwed? | Screwed, from below.
20 | bram | bust | How tall is it with the base? | Eleven and a half centimetres to the tip of the left wing.
20 | aoife | mimic | Does the lid close? | It does not. It would not want to.
20 | carmen | freeguild | Does the sword hold? Mine always bend in the post. | It is pinned with wire now, and travels under a bridge of card.
14 | nuno | captain | Would you send it insured? | Anything above a hundred euros goes insured, at no extra cost.
14 | katri | mage | Is the flame painted or a coloured resin? | Painted, five layers. I can send a photo under a lamp.
14 | lukas | bust | Which resin did you use? My last print cracked in the cold. | A tough one, hollow with drain holes. It spent a winter on my window sill.
14 | freja | freeguild | Would you take the base off? I use round ones of my own. | Gladly, it is quickly done. Just say so when you buy.
7 | katri | captain | Is the cloak freehand all around? | Yes, also on the inside, where nobody looks.
7 | bram | panther | Gloss or matt? | Matt, with satin on the energy lines.
7 | ingrid | mage | Could you pack it without plastic? | Paper and card only, with pleasure.
7 | elena | ogre | Is the base magnetised? | Two magnets of five millimetres, yes.
7 | nuno | ogre | Could you post it on Monday? | Monday morning works.
7 | freja | deathTrooper | Do the lenses glow under black light? | They do! I had not tried before you asked.
7 | carmen | orruk | Do you still have the newer head? | I do, and will put it in for whoever buys him.
`,
).flatMap(({ day, buyer, offer, asked, answered }) =>
  life(
    [Number(day) + 0.5, ({ ask }) => ask(buyer, offer, asked)],
    [Number(day) + 0.3, ({ answer }) => answer(buyer, offer, answered)],
  ),
);

const CONVERSATIONS: readonly Chapter[] = [
  ...life(
    [
      11.7,
      ({ ask }) =>
        ask('elena', 'redDragon', 'Good evening! Is the wingspan measured tip to tip, and does it come apart?'),
    ],
    [
      11.5,
      ({ answer }) => answer('elena', 'redDragon', 'Tip to tip, yes. The wings are magnetised, so it travels flat.'),
    ],
    [11.3, ({ ask }) => ask('elena', 'redDragon', 'Wonderful, then it shall live with me.')],
    [9, ({ answer }) => answer('elena', 'redDragon', 'It is on its way, with plenty of foam around the horns.')],
  ),
  ...life(
    [4, ({ ask }) => ask('aoife', 'sylvaneth', 'Could you tell me which green you used on the cloak?')],
    [
      3,
      ({ answer }) =>
        answer('aoife', 'sylvaneth', 'Two thin layers over a bone undercoat, then a glaze. I will enclose the recipe.'),
    ],
  ),
  ...life([0.6, ({ ask }) => ask('elena', 'orruk', 'Paid! Please tell me when it leaves.')]),
];

const watchLists: Chapter[] = table(
  ['day', 'offer', 'names'],
  `
8 | captain | elena tomas aoife sophie
8 | freeguild | elena tomas
12 | goldDragon | elena lukas sophie
12 | zombieDragon | katri nuno jakub
12 | vampire | bram ingrid
6 | sentinel | nuno matthias
6 | lich | freja carmen
6 | overlord | jakub bram tomas
6 | firstLegion | ingrid aoife
`,
).flatMap(({ day, offer, names }) =>
  names.split(' ').flatMap((name) => life([Number(day), ({ watch }) => watch(name, offer)])),
);

const WATCH_LIST: readonly Chapter[] = [
  ...watchLists,
  ...life([2, ({ reduce }) => reduce('captain', '129.00')]),
  ...life([3, ({ reduce }) => reduce('goldDragon', '125.00')]),
  ...life([4, ({ reduce }) => reduce('trenchTank', '34.00')]),
  ...life([8, ({ reduce }) => reduce('mystic', '62.00')]),
];

const SEARCHES: readonly Chapter[] = together(
  15,
  ({ saveSearch }) =>
    saveSearch('elena', { name: 'Dragons for the shelf', search: 'dragon', franchise: 'Dungeons & Dragons' }),
  ({ saveSearch }) =>
    saveSearch('elena', { name: 'Show pieces below €100', paintQuality: 'Display Quality', maxPrice: '100' }),
);

const PRICE_OFFERS: readonly Chapter[] = [
  ...life([7, ({ propose }) => propose('nuno', 'captain', 95)], [6, ({ refuse }) => refuse('nuno', 'captain', 95)]),
  ...life([0.9, ({ propose }) => propose('lukas', 'captain', 115)]),
];

/** Conversations, watch lists, saved searches and price offers. */
export const TALK: readonly Chapter[] = [...QUESTIONS, ...CONVERSATIONS, ...WATCH_LIST, ...SEARCHES, ...PRICE_OFFERS];
