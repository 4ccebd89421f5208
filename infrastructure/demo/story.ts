import { type Chapter, life } from './chapters.ts';
import { DESKS } from './desks.ts';
import { OFFERS } from './offers/all.ts';
import { PEOPLE } from './people.ts';
import { TRANSACTIONS } from './sales.ts';
import { TALK } from './talk.ts';

/** Another number is another story: a store where an earlier one was told keeps that. */
export const STORY_NUMBER = 2;

const arrivals = life(
  [30, async ({ register }) => void (await Promise.all(PEOPLE.map(({ name }) => register(name))))],
  [29.9, async ({ moveIn }) => void (await Promise.all(PEOPLE.map(({ name }) => moveIn(name))))],
);

const listings: Chapter[] = Object.entries(OFFERS).map(([name, { day }]) => ({
  daysAgo: day,
  acts: ({ publish }) => publish(name),
}));

/** Until then everybody has read what they were told; what is newer waits for whoever looks. */
const lookedAt = life([
  1.2,
  async ({ settle, catchUp }) => {
    await settle();
    await Promise.all(PEOPLE.filter(({ offices, leaves }) => !offices && !leaves).map(({ name }) => catchUp(name)));
  },
]);

/** So many at once: each has connections of its own, and the same rules as everybody. */
const AT_ONCE = 12;

const oneMoment = (daysAgo: number, all: readonly Chapter[]): Chapter => ({
  daysAgo,
  acts: async (actions) => {
    for (let done = 0; done < all.length; done += AT_ONCE)
      await Promise.all(all.slice(done, done + AT_ONCE).map(({ acts }) => acts(actions)));
  },
});

const chapters = [...arrivals, ...listings, ...TRANSACTIONS, ...TALK, ...DESKS, ...lookedAt];
const moments = [...new Set(chapters.map(({ daysAgo }) => daysAgo))].sort((one, other) => other - one);

/** The whole of it, oldest first: what happens at the same moment is one chapter. */
export const STORY: readonly Chapter[] = moments.map((moment) =>
  oneMoment(
    moment,
    chapters.filter(({ daysAgo }) => daysAgo === moment),
  ),
);
