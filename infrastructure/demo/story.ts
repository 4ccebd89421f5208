import { type Chapter, life } from './chapters.ts';
import { OFFERS } from './offers.ts';
import { PEOPLE } from './people.ts';
import { TRANSACTIONS } from './sales.ts';
import { TALK } from './talk.ts';

/** Increase it when the story changes: a store with an earlier story keeps that one. */
export const STORY_NUMBER = 3;

const arrivals = life(
  [30, async ({ register }) => void (await Promise.all(PEOPLE.map(({ name }) => register(name))))],
  [29.9, async ({ moveIn }) => void (await Promise.all(PEOPLE.map(({ name }) => moveIn(name))))],
);

/** Open tasks of staff and admins. */
const OPEN_TASKS: readonly Chapter[] = [
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
  // staff hold the money of this sale
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
  // a second staff member can confirm the termination
  ...life(
    [9, ({ suspend }) => suspend('archivist', 'viktor', 'Asked four sellers for their bank details in messages.')],
    [
      1,
      ({ terminate }) =>
        terminate('archivist', 'viktor', 'The same again from a second device; the sellers have confirmed it.'),
    ],
  ),
  // the other admin can confirm the role
  ...life([0.6, ({ proposeRole }) => proposeRole('steward', 'freja', 'staff')]),
];

const listings: Chapter[] = Object.entries(OFFERS).map(([name, { day }]) => ({
  daysAgo: day,
  acts: ({ publish }) => publish(name),
}));

/** Members have read everything older than this; newer notifications stay unread. */
const inboxesRead = life([
  1.2,
  async ({ settle, catchUp }) => {
    await settle();
    await Promise.all(PEOPLE.filter(({ roles, suspended }) => !roles && !suspended).map(({ name }) => catchUp(name)));
  },
]);

/** Parallel actions; each person has connections and rate limits of their own. */
const AT_ONCE = 12;

const oneMoment = (daysAgo: number, all: readonly Chapter[]): Chapter => ({
  daysAgo,
  acts: async (actions) => {
    for (let done = 0; done < all.length; done += AT_ONCE)
      await Promise.all(all.slice(done, done + AT_ONCE).map(({ acts }) => acts(actions)));
  },
});

const chapters = [...arrivals, ...listings, ...TRANSACTIONS, ...TALK, ...OPEN_TASKS, ...inboxesRead];
const moments = [...new Set(chapters.map(({ daysAgo }) => daysAgo))].sort((one, other) => other - one);

/** The whole story, oldest first. Everything at the same moment is one chapter. */
export const STORY: readonly Chapter[] = moments.map((moment) =>
  oneMoment(
    moment,
    chapters.filter(({ daysAgo }) => daysAgo === moment),
  ),
);
