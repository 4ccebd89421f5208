import { type Chapter, life } from './chapters.ts';

/** What waits for staff and admins. */
export const DESKS: readonly Chapter[] = [
  ...life([
    2,
    ({ reportListing }) =>
      reportListing(
        'bram',
        'printedDrake',
        'rights',
        'The sculptor sells this file for private printing only; his shop says so on its first page.',
      ),
  ]),
  ...life([
    5,
    ({ reportReview }) =>
      reportReview('katri', 'graveguard', 'I have no phone number on my page, so nobody can have called me.'),
  ]),
  // the money of a sale rests until somebody has looked
  ...life(
    [8, ({ buy }) => buy('sophie', 'tombKnight')],
    [7, ({ ship }) => ship('sophie', 'tombKnight', 'RR556120934DK')],
    [
      1,
      ({ hold }) =>
        hold(
          'warden',
          'sophie',
          'tombKnight',
          'The bank asks whether the card was its owner’s. Until it has answered.',
        ),
    ],
  ),
  // closed for good once the second of the staff confirms it
  ...life(
    [9, ({ suspend }) => suspend('archivist', 'viktor', 'Asked four sellers for their bank details in messages.')],
    [
      1,
      ({ terminate }) =>
        terminate('archivist', 'viktor', 'The same again from a second device; the sellers have confirmed it.'),
    ],
  ),
  // given once the other admin confirms it
  ...life([0.6, ({ proposeRole }) => proposeRole('steward', 'freja', 'staff')]),
];
