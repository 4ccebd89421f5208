import { type Chapter, life, together } from './chapters.ts';

type Exchange = { buyer: string; offer: string; asked: string; answered: string };

/** Asked in the morning, answered in the afternoon. */
const exchanges = (day: number, ...all: readonly Exchange[]): Chapter[] => [
  ...together(
    day + 0.5,
    ...all.map(
      ({ buyer, offer, asked }): Chapter['acts'] =>
        ({ ask }) =>
          ask(buyer, offer, asked),
    ),
  ),
  ...together(
    day + 0.3,
    ...all.map(
      ({ buyer, offer, answered }): Chapter['acts'] =>
        ({ answer }) =>
          answer(buyer, offer, answered),
    ),
  ),
];

const QUESTIONS: readonly Chapter[] = [
  ...exchanges(
    20,
    { buyer: 'tomas', offer: 'captain', asked: 'Is the plinth glued or screwed?', answered: 'Screwed, from below.' },
    {
      buyer: 'bram',
      offer: 'bust',
      asked: 'How tall is it with the base?',
      answered: 'Eleven and a half centimetres to the tip of the left wing.',
    },
    {
      buyer: 'aoife',
      offer: 'mimic',
      asked: 'Does the lid close?',
      answered: 'It does not. It would not want to.',
    },
    {
      buyer: 'carmen',
      offer: 'freeguild',
      asked: 'Does the sword hold? Mine always bend in the post.',
      answered: 'It is pinned with wire now, and travels under a bridge of card.',
    },
  ),
  ...exchanges(
    14,
    {
      buyer: 'nuno',
      offer: 'captain',
      asked: 'Would you send it insured?',
      answered: 'Anything above a hundred euros goes insured, at no extra cost.',
    },
    {
      buyer: 'katri',
      offer: 'mage',
      asked: 'Is the flame painted or a coloured resin?',
      answered: 'Painted, five layers. I can send a photo under a lamp.',
    },
    {
      buyer: 'lukas',
      offer: 'bust',
      asked: 'Which resin did you use? My last print cracked in the cold.',
      answered: 'A tough one, hollow with drain holes. It spent a winter on my window sill.',
    },
    {
      buyer: 'freja',
      offer: 'freeguild',
      asked: 'Would you take the base off? I use round ones of my own.',
      answered: 'Gladly, it is quickly done. Just say so when you buy.',
    },
  ),
  ...exchanges(
    7,
    {
      buyer: 'katri',
      offer: 'captain',
      asked: 'Is the cloak freehand all around?',
      answered: 'Yes, also on the inside, where nobody looks.',
    },
    {
      buyer: 'bram',
      offer: 'panther',
      asked: 'Gloss or matt?',
      answered: 'Matt, with satin on the energy lines.',
    },
    {
      buyer: 'ingrid',
      offer: 'mage',
      asked: 'Could you pack it without plastic?',
      answered: 'Paper and card only, with pleasure.',
    },
    {
      buyer: 'elena',
      offer: 'ogre',
      asked: 'Is the base magnetised?',
      answered: 'Two magnets of five millimetres, yes.',
    },
    {
      buyer: 'nuno',
      offer: 'ogre',
      asked: 'Could you post it on Monday?',
      answered: 'Monday morning works.',
    },
    {
      buyer: 'freja',
      offer: 'deathTrooper',
      asked: 'Do the lenses glow under black light?',
      answered: 'They do! I had not tried before you asked.',
    },
    {
      buyer: 'carmen',
      offer: 'orruk',
      asked: 'Do you still have the newer head?',
      answered: 'I do, and will put it in for whoever buys him.',
    },
  ),
];

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

const watched = (daysAgo: number, offer: string, ...names: readonly string[]): Chapter[] =>
  together(
    daysAgo,
    ...names.map(
      (name): Chapter['acts'] =>
        ({ watch }) =>
          watch(name, offer),
    ),
  );

const WATCH_LIST: readonly Chapter[] = [
  ...watched(8, 'captain', 'elena', 'tomas', 'aoife', 'sophie'),
  ...watched(8, 'freeguild', 'elena', 'tomas'),
  ...watched(12, 'goldDragon', 'elena', 'lukas', 'sophie'),
  ...watched(12, 'zombieDragon', 'katri', 'nuno', 'jakub'),
  ...watched(12, 'vampire', 'bram', 'ingrid'),
  ...watched(6, 'sentinel', 'nuno', 'matthias'),
  ...watched(6, 'lich', 'freja', 'carmen'),
  ...watched(6, 'overlord', 'jakub', 'bram', 'tomas'),
  ...watched(6, 'firstLegion', 'ingrid', 'aoife'),
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

const PROPOSALS: readonly Chapter[] = [
  ...life([7, ({ propose }) => propose('nuno', 'captain', 95)], [6, ({ refuse }) => refuse('nuno', 'captain', 95)]),
  ...life([0.9, ({ propose }) => propose('lukas', 'captain', 115)]),
];

/** What people say to each other, and what they keep an eye on. */
export const TALK: readonly Chapter[] = [...QUESTIONS, ...CONVERSATIONS, ...WATCH_LIST, ...SEARCHES, ...PROPOSALS];
