import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { accountCommands } from '#application/accounts/accounts.ts';
import { SYSTEM } from '#domain/shared/actor.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import type { MovableClock } from '../system/clock.ts';
import { openActions } from './actions.ts';
import type { Chapter } from './chapters.ts';
import { DEMO_SECRET } from './people.ts';
import type { DemoPhotos } from './photos.ts';
import { findProgress } from './progress.ts';
import { STORY, STORY_NUMBER } from './story.ts';

/** Accounts announced at start. */
export const DEMO_ACCOUNTS = [
  { part: 'buyer', name: 'elena' },
  { part: 'seller', name: 'matthias' },
  { part: 'staff', name: 'archivist' },
  { part: 'second staff', name: 'warden' },
  { part: 'auditor', name: 'overseer' },
  { part: 'admin', name: 'steward' },
  { part: 'second admin', name: 'castellan' },
] as const;

type DemoStage = {
  db: Knex;
  clock: MovableClock;
  services: {
    accounts: Pick<ReturnType<typeof accountCommands>, 'sendAndSignOut'>;
    factors: { give(account: string, secret: string): Promise<void> };
  };
  emails: (which: { to: string }) => Promise<readonly { text: string }[]>;
  storeIsEmpty: () => Promise<boolean>;
  fireDue: () => Promise<void>;
  url: string;
  headers: Record<string, string>;
  photos: Pick<DemoPhotos, 'read'>;
  /** Default: the whole story. */
  story?: readonly Chapter[];
};

const eventually = async (find: () => Promise<string | undefined>): Promise<string> => {
  for (let attempt = 0; attempt < 200; attempt++) {
    const found = await find();
    if (found !== undefined) return found;
    await delay(50);
  }
  throw new Error('a mail of the demo did not arrive');
};

/** Chapters between progress lines. */
const SAY_EVERY = 12;

/**
 * Fills an empty store with a month of activity: the clock starts thirty days ago and reaches today with the last
 * chapter. An interrupted start continues without doing anything twice. A store with an earlier release's story keeps
 * it. Returns whether the demo is there.
 */
export const fillDemo = async (
  stage: DemoStage,
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<boolean> => {
  const { db, clock, services, emails, fireDue, story = STORY } = stage;
  const progress = await findProgress(db, STORY_NUMBER, stage.storeIsEmpty);
  if (!progress) return false;
  const arrive = async (): Promise<void> => {
    await clock.advanceTo(Date.now());
    await fireDue();
  };
  if (progress.story !== STORY_NUMBER) {
    if (clock.now() < Date.now() - HOUR) await arrive();
    return true;
  }
  if (progress.chapters_done > story.length) return true;
  say('Filling the marketplace with a month of demonstration (once, some seconds) …');
  await clock.begin(progress.began_at - 30 * DAY);

  const actions = openActions({
    url: stage.url,
    headers: stage.headers,
    photos: stage.photos,
    fresh: progress.chapters_done === 0 && (await stage.storeIsEmpty()),
    settle: fireDue,
    linkIn: (to, link) =>
      eventually(async () => {
        const holding = (await emails({ to })).find(({ text }) => link.test(text));
        return link.exec(holding?.text ?? '')?.[1];
      }),
    grant: async (id, role) => {
      const context = { commandId: `demo-${role}-${id}`, correlationId: 'demo', causationId: 'demo', actor: SYSTEM };
      await services.accounts.sendAndSignOut(id, { type: 'GrantRole', role }, context);
      await services.factors.give(id, DEMO_SECRET);
      const factor = { ...context, commandId: `demo-factor-${id}` };
      await services.accounts.sendAndSignOut(id, { type: 'AddSecondFactor' }, factor);
    },
  });

  for (const [index, { daysAgo, acts }] of story.entries()) {
    if (index < progress.chapters_done) continue;
    signal?.throwIfAborted();
    if (index > 0 && index % SAY_EVERY === 0) say(`  ${Math.ceil(daysAgo)} days ago …`);
    await clock.advanceTo(progress.began_at - daysAgo * DAY);
    await acts(actions);
    // what follows from this moment must happen before the clock moves on
    await fireDue();
    await db('demo_progress').update({ chapters_done: index + 1 });
  }
  await arrive();
  await db('demo_progress').update({ chapters_done: story.length + 1 });
  return true;
};
