import type { Actions } from './actions.ts';
import { OFFERS } from './offers.ts';
import { PEOPLE } from './people.ts';

/** What happens at one moment, `daysAgo` from the day of the first start. All of it may be done again: ids are derived. */
export type Chapter = { daysAgo: number; acts: (actions: Actions) => Promise<void> };

const days = [...new Set(Object.values(OFFERS).map(({ day }) => day))];

const listings: Chapter[] = days.map((day) => ({
  daysAgo: day,
  acts: async ({ publish }) => {
    const today = Object.entries(OFFERS).filter(([, offer]) => offer.day === day);
    await Promise.all(today.map(([name]) => publish(name)));
  },
}));

type Moment = readonly [daysAgo: number, acts: Chapter['acts']];
const sale = (...life: readonly Moment[]): Chapter[] => life.map(([daysAgo, acts]) => ({ daysAgo, acts }));

const sales: Chapter[] = [
  // finished and rated
  ...sale(
    [27.5, ({ buy }) => buy('elena', 'stormcast')],
    [26.5, ({ ship }) => ship('elena', 'stormcast', 'LP004512873FR', 'La Poste')],
    [23, ({ receive }) => receive('elena', 'stormcast')],
    [18.4, ({ rate }) => rate('elena', 'stormcast', 5)],
  ),
  ...sale(
    [26.4, ({ buy }) => buy('tomas', 'clone')],
    [25, ({ ship }) => ship('tomas', 'clone', 'RR128456789NO')],
    [21.5, ({ receive }) => receive('tomas', 'clone')],
    [17.4, ({ rate }) => rate('tomas', 'clone', 4)],
  ),
  ...sale(
    [25.6, ({ buy }) => buy('aoife', 'sergeant')],
    [24.7, ({ ship }) => ship('aoife', 'sergeant', '00340434161094021501', 'DHL')],
    [20.6, ({ receive }) => receive('aoife', 'sergeant')],
    [16.5, ({ rate }) => rate('aoife', 'sergeant', 5)],
  ),
  // the seller could not send it: everything went back
  ...sale(
    [22.6, ({ buy }) => buy('tomas', 'sorcerer')],
    [21.2, ({ sellerCancels }) => sellerCancels('tomas', 'sorcerer')],
  ),
  // never paid: the window closed by itself
  ...sale([19.6, ({ reserve }) => reserve('aoife', 'mimic')]),
  // the buyer may confirm or pause now
  ...sale(
    [11.6, ({ buy }) => buy('elena', 'redDragon')],
    [10.4, ({ ship }) => ship('elena', 'redDragon', '00340434161094021877', 'DHL')],
  ),
  // before the staff
  ...sale(
    [9.5, ({ buy }) => buy('tomas', 'walker')],
    [8.4, ({ ship }) => ship('tomas', 'walker', 'RR128456802NO')],
    [
      3.4,
      ({ dispute }) =>
        dispute('tomas', 'walker', '60.00', 'One leg arrived broken at the knee and the heraldry is scratched.'),
    ],
    [
      2.5,
      ({ contest }) =>
        contest('tomas', 'walker', 'It was whole when I packed it; the parcel was opened by the carrier.'),
    ],
  ),
  // worth so much that both parties have read the draft, and the decision waits for a second member of staff
  ...sale(
    [10.8, ({ buy }) => buy('aoife', 'army')],
    [9.8, ({ ship }) => ship('aoife', 'army', '00340434161094023017', 'DHL')],
    [
      4.2,
      ({ dispute }) => dispute('aoife', 'army', '180.00', 'Three of the riders came loose and two lances are snapped.'),
    ],
    [3.1, ({ contest }) => contest('aoife', 'army', 'Each was packed by itself in foam; here is how they left me.')],
    [
      1.4,
      ({ decide }) =>
        decide('archivist', 'aoife', 'army', '120.00', 'Two lances are snapped in the photos; the loose riders glue.'),
    ],
    [0.7, ({ state }) => state('aoife', 'army', 'I can live with that, and will send new lances if she wants them.')],
  ),
  ...sale(
    [5.6, ({ buy }) => buy('aoife', 'sylvaneth')],
    [4.5, ({ ship }) => ship('aoife', 'sylvaneth', 'LP004519921FR', 'La Poste')],
  ),
  // the buyer wants to send it back: the seller is to answer
  ...sale(
    [6.3, ({ buy }) => buy('elena', 'panther')],
    [5.2, ({ ship }) => ship('elena', 'panther', '00340434161094022560', 'DHL')],
    [
      1.1,
      ({ requestReturn }) =>
        requestReturn('elena', 'panther', 'Beautiful, but far larger than my shelf allows. May I send it back?'),
    ],
  ),
  // received today: the seller is paid within days, the buyer may rate
  ...sale(
    [4.6, ({ buy }) => buy('elena', 'tank')],
    [3.6, ({ ship }) => ship('elena', 'tank', 'PX1938475610PL')],
    [0.2, ({ receive }) => receive('elena', 'tank')],
  ),
  // paid yesterday: the seller is to ship
  ...sale([0.9, ({ buy }) => buy('elena', 'orruk')]),
];

const messages: Chapter[] = [
  ...sale(
    [
      11.9,
      ({ ask }) =>
        ask('elena', 'redDragon', 'Good evening! Is the wingspan measured tip to tip, and does it come apart?'),
    ],
    [
      11.8,
      ({ answer }) => answer('elena', 'redDragon', 'Tip to tip, yes. The wings are magnetised, so it travels flat.'),
    ],
    [11.7, ({ ask }) => ask('elena', 'redDragon', 'Wonderful, then it shall live with me.')],
    [10.3, ({ answer }) => answer('elena', 'redDragon', 'It is on its way, with plenty of foam around the horns.')],
  ),
  ...sale(
    [4.4, ({ ask }) => ask('aoife', 'sylvaneth', 'Could you tell me which green you used on the cloak?')],
    [
      4.3,
      ({ answer }) =>
        answer('aoife', 'sylvaneth', 'Two thin layers over a bone undercoat, then a glaze. I will enclose the recipe.'),
    ],
  ),
  ...sale([0.8, ({ ask }) => ask('elena', 'orruk', 'Paid! Please tell me when it leaves.')]),
];

const watching: Chapter[] = [
  ...sale(
    [
      8.6,
      async ({ watch }) => {
        for (const name of ['elena', 'tomas', 'aoife', 'sophie']) await watch(name, 'captain');
        for (const name of ['elena', 'tomas']) await watch(name, 'freeguild');
      },
    ],
    [2.2, ({ reduce }) => reduce('captain', '129.00')],
  ),
];

/** Until then everybody has read what they were told; what is newer waits for whoever looks. */
const lookedAt: Chapter = {
  daysAgo: 1.25,
  acts: async ({ catchUp }) => {
    for (const { name, offices } of PEOPLE) if (!offices) await catchUp(name);
  },
};

/** The whole of it, oldest first. */
export const STORY: readonly Chapter[] = [
  { daysAgo: 30, acts: async ({ register }) => void (await Promise.all(PEOPLE.map(({ name }) => register(name)))) },
  { daysAgo: 29.9, acts: async ({ moveIn }) => void (await Promise.all(PEOPLE.map((person) => moveIn(person.name)))) },
  ...[...listings, ...sales, ...messages, ...watching, lookedAt].sort((one, other) => other.daysAgo - one.daysAgo),
];
