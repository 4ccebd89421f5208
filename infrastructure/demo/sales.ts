import { type Chapter, life } from './chapters.ts';
import { table } from './table.ts';

/** Sales without problems. `days`: days ago it was paid/sent/received/rated; the seller answers a review a day later. */
const finished: Chapter[] = table(
  ['buyer', 'offer', 'days', 'code', 'carrier', 'stars', 'review', 'reply'],
  `
elena | stormcast | 27/26/23/18 | LP004512873FR | La Poste | 5 | The turquoise is even better in daylight. The chip at the base was exactly where the description said, and it came in two boxes. | Thank you, Elena. I hope that he stands where the morning sun reaches him.
tomas | clone | 26/25/21/17 | RR128456789NO |  | 4
aoife | sergeant | 26/25/21/16 | 00340434161094021501 | DHL | 5 | Sharp edge highlights, no brush marks, the magnets hold. On my table before the weekend. | May he roll better for you than he ever did for me.
freja | veteran | 26/25/21/18 | 00340434161094021518 | DHL | 5 | Snow that looks cold. Packed like a relic.
nuno | apothecary | 25/24/19/15 | LP004513342FR | La Poste | 4 | Very clean white. The parcel took longer than I had hoped, which is not the fault of the seller. | The strike at the sorting centre, I am sorry. Thank you for your patience.
carmen | chaplain | 23/22/17/13 | LP004514019FR | La Poste | 5 | The script on the parchments can be read, and it is a poem. I did not expect that.
lukas | lieutenant | 24/23/18/14 | PX1938471120PL |  | 3 | Well painted, but one finger had broken off and was loose in the foam. Glued before the kettle boiled. | I should have put more foam around the hand, and do so now. Thank you for telling it fairly.
bram | treasureMimic | 20/19/14/11 | PX1938472207PL |  | 5
katri | graveguard | 22/21/16/12 | PX1938472651PL |  | 2 | Six of them stand well, the seventh falls over. And he does not answer the phone that he never gave me.
ingrid | jungleScout | 22/21/15/11 | PX1938473390PL |  | 5 | Four greens, counted them. Lovely.
sophie | wight | 20/19/14/10 | RR771204418ES |  | 4
tomas | bard | 17/16/12/9 | LP004515876FR | La Poste | 5 | She has joined our campaign already. New boots, as promised. | Please tell me how she does!
jakub | spaceOrc | 18/17/12/8 | RR304415872IE |  | 5 | Solid print, no layer lines, the brass looks like brass.
`,
).flatMap(({ buyer, offer, days, code, carrier, stars, review, reply }) => {
  const [paid = 0, sent = 0, received = 0, rated = 0] = days.split('/').map(Number);
  return [
    ...life(
      [paid, ({ buy }) => buy(buyer, offer)],
      [sent, ({ ship }) => ship(buyer, offer, code, carrier || null)],
      [received, ({ receive }) => receive(buyer, offer)],
      [rated, ({ rate }) => rate(buyer, offer, Number(stars), review)],
    ),
    ...(reply ? life([rated - 1, ({ answerReview }) => answerReview(buyer, offer, reply)]) : []),
  ];
});

export const TRANSACTIONS: readonly Chapter[] = [
  ...finished,
  // the seller cancels: full refund
  ...life([22, ({ buy }) => buy('tomas', 'sorcerer')], [21, ({ sellerCancels }) => sellerCancels('tomas', 'sorcerer')]),
  // never paid: the payment window expires
  ...life([20, ({ reserve }) => reserve('aoife', 'mimic')]),
  // shipped: the buyer can confirm receipt or open a dispute
  ...life(
    [11, ({ buy }) => buy('elena', 'redDragon')],
    [10, ({ ship }) => ship('elena', 'redDragon', '00340434161094021877', 'DHL')],
  ),
  // a contested dispute for staff to decide
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
  // above €500: both parties have read the draft, and a second staff member must confirm it
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
  // the buyer's bank asks for the money back, and staff can send it evidence
  ...life(
    [12, ({ buy }) => buy('lukas', 'paladin')],
    [11, ({ ship }) => ship('lukas', 'paladin', '00340434161094023024', 'DHL')],
    [1, ({ chargeBack }) => chargeBack('lukas', 'paladin')],
  ),
  // the seller must answer a return request
  ...life(
    [6, ({ buy }) => buy('elena', 'panther')],
    [5, ({ ship }) => ship('elena', 'panther', '00340434161094022560', 'DHL')],
    [
      1,
      ({ requestReturn }) =>
        requestReturn('elena', 'panther', 'Beautiful, but far larger than my shelf allows. May I send it back?'),
    ],
  ),
  // received today: the payout follows, and the buyer can rate
  ...life(
    [5, ({ buy }) => buy('elena', 'tank')],
    [4, ({ ship }) => ship('elena', 'tank', 'PX1938475610PL')],
    [0.2, ({ receive }) => receive('elena', 'tank')],
  ),
  // paid yesterday: the seller must ship
  ...life([0.9, ({ buy }) => buy('elena', 'orruk')]),
];
