import { type Chapter, life } from './chapters.ts';

type Finished = {
  buyer: string;
  offer: string;
  /** Days ago: paid, sent, received, rated. */
  days: readonly [paid: number, sent: number, received: number, rated: number];
  code: string;
  carrier?: string;
  stars: number;
  review?: string;
  /** What the seller answered, a day later. */
  answer?: string;
};

/** Sales that went as they should, and what the buyers wrote. */
const FINISHED: readonly Finished[] = [
  {
    buyer: 'elena',
    offer: 'stormcast',
    days: [27, 26, 23, 18],
    code: 'LP004512873FR',
    carrier: 'La Poste',
    stars: 5,
    review:
      'The turquoise is even better in daylight. The chip at the base was exactly where the description said, and it came in two boxes.',
    answer: 'Thank you, Elena. I hope that he stands where the morning sun reaches him.',
  },
  { buyer: 'tomas', offer: 'clone', days: [26, 25, 21, 17], code: 'RR128456789NO', stars: 4 },
  {
    buyer: 'aoife',
    offer: 'sergeant',
    days: [26, 25, 21, 16],
    code: '00340434161094021501',
    carrier: 'DHL',
    stars: 5,
    review: 'Sharp edge highlights, no brush marks, the magnets hold. On my table before the weekend.',
    answer: 'May he roll better for you than he ever did for me.',
  },
  {
    buyer: 'freja',
    offer: 'veteran',
    days: [26, 25, 21, 18],
    code: '00340434161094021518',
    carrier: 'DHL',
    stars: 5,
    review: 'Snow that looks cold. Packed like a relic.',
  },
  {
    buyer: 'nuno',
    offer: 'apothecary',
    days: [25, 24, 19, 15],
    code: 'LP004513342FR',
    carrier: 'La Poste',
    stars: 4,
    review: 'Very clean white. The parcel took longer than I had hoped, which is not the fault of the seller.',
    answer: 'The strike at the sorting centre, I am sorry. Thank you for your patience.',
  },
  {
    buyer: 'carmen',
    offer: 'chaplain',
    days: [23, 22, 17, 13],
    code: 'LP004514019FR',
    carrier: 'La Poste',
    stars: 5,
    review: 'The script on the parchments can be read, and it is a poem. I did not expect that.',
  },
  {
    buyer: 'lukas',
    offer: 'lieutenant',
    days: [24, 23, 18, 14],
    code: 'PX1938471120PL',
    stars: 3,
    review: 'Well painted, but one finger had broken off and was loose in the foam. Glued before the kettle boiled.',
    answer: 'I should have put more foam around the hand, and do so now. Thank you for telling it fairly.',
  },
  { buyer: 'bram', offer: 'treasureMimic', days: [20, 19, 14, 11], code: 'PX1938472207PL', stars: 5 },
  {
    buyer: 'katri',
    offer: 'graveguard',
    days: [22, 21, 16, 12],
    code: 'PX1938472651PL',
    stars: 2,
    review: 'Six of them stand well, the seventh falls over. And he does not answer the phone that he never gave me.',
  },
  {
    buyer: 'ingrid',
    offer: 'jungleScout',
    days: [22, 21, 15, 11],
    code: 'PX1938473390PL',
    stars: 5,
    review: 'Four greens, counted them. Lovely.',
  },
  { buyer: 'sophie', offer: 'wight', days: [20, 19, 14, 10], code: 'RR771204418ES', stars: 4 },
  {
    buyer: 'tomas',
    offer: 'bard',
    days: [17, 16, 12, 9],
    code: 'LP004515876FR',
    carrier: 'La Poste',
    stars: 5,
    review: 'She has joined our campaign already. New boots, as promised.',
    answer: 'Please tell me how she does!',
  },
  {
    buyer: 'jakub',
    offer: 'spaceOrc',
    days: [18, 17, 12, 8],
    code: 'RR304415872IE',
    stars: 5,
    review: 'Solid print, no layer lines, the brass looks like brass.',
  },
];

const finished = ({ buyer, offer, days, code, carrier, stars, review, answer }: Finished): Chapter[] =>
  life(
    [days[0], ({ buy }) => buy(buyer, offer)],
    [days[1], ({ ship }) => ship(buyer, offer, code, carrier)],
    [days[2], ({ receive }) => receive(buyer, offer)],
    [days[3], ({ rate }) => rate(buyer, offer, stars, review)],
    ...(answer ? life([days[3] - 1, ({ answerReview }) => answerReview(buyer, offer, answer)]) : []).map(
      ({ daysAgo, acts }) => [daysAgo, acts] as const,
    ),
  );

export const TRANSACTIONS: readonly Chapter[] = [
  ...FINISHED.flatMap(finished),
  // the seller could not send it: everything went back
  ...life([22, ({ buy }) => buy('tomas', 'sorcerer')], [21, ({ sellerCancels }) => sellerCancels('tomas', 'sorcerer')]),
  // never paid: the window closed by itself
  ...life([20, ({ reserve }) => reserve('aoife', 'mimic')]),
  // the buyer may confirm or pause now
  ...life(
    [11, ({ buy }) => buy('elena', 'redDragon')],
    [10, ({ ship }) => ship('elena', 'redDragon', '00340434161094021877', 'DHL')],
  ),
  // before the staff
  ...life(
    [9, ({ buy }) => buy('tomas', 'walker')],
    [8, ({ ship }) => ship('tomas', 'walker', 'RR128456802NO')],
    [
      3,
      ({ dispute }) =>
        dispute('tomas', 'walker', '60.00', 'One leg arrived broken at the knee and the heraldry is scratched.'),
    ],
    [
      2,
      ({ contest }) =>
        contest('tomas', 'walker', 'It was whole when I packed it; the parcel was opened by the carrier.'),
    ],
  ),
  // worth so much that both parties have read the draft, and the decision waits for a second member of staff
  ...life(
    [11, ({ buy }) => buy('aoife', 'army')],
    [10, ({ ship }) => ship('aoife', 'army', '00340434161094023017', 'DHL')],
    [
      4,
      ({ dispute }) => dispute('aoife', 'army', '180.00', 'Three of the riders came loose and two lances are snapped.'),
    ],
    [3, ({ contest }) => contest('aoife', 'army', 'Each was packed by itself in foam; here is how they left me.')],
    [
      1.25,
      ({ decide }) =>
        decide('archivist', 'aoife', 'army', '120.00', 'Two lances are snapped in the photos; the loose riders glue.'),
    ],
    [0.6, ({ state }) => state('aoife', 'army', 'I can live with that, and will send new lances if she wants them.')],
  ),
  ...life(
    [5, ({ buy }) => buy('aoife', 'sylvaneth')],
    [4, ({ ship }) => ship('aoife', 'sylvaneth', 'LP004519921FR', 'La Poste')],
  ),
  // the buyer wants to send it back: the seller is to answer
  ...life(
    [6, ({ buy }) => buy('elena', 'panther')],
    [5, ({ ship }) => ship('elena', 'panther', '00340434161094022560', 'DHL')],
    [
      1,
      ({ requestReturn }) =>
        requestReturn('elena', 'panther', 'Beautiful, but far larger than my shelf allows. May I send it back?'),
    ],
  ),
  // received today: the seller is paid within days, the buyer may rate
  ...life(
    [5, ({ buy }) => buy('elena', 'tank')],
    [4, ({ ship }) => ship('elena', 'tank', 'PX1938475610PL')],
    [0.2, ({ receive }) => receive('elena', 'tank')],
  ),
  // paid yesterday: the seller is to ship
  ...life([0.9, ({ buy }) => buy('elena', 'orruk')]),
];
