import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { accountCommands } from '#application/accounts.ts';
import { SYSTEM } from '#domain/shared/actor.ts';
import { DAY } from '#domain/shared/instants.ts';
import type { MovableClock } from '../system/clock.ts';
import { openActions } from './actions.ts';
import { DEMO_SECRET } from './people.ts';
import { findProgress } from './progress.ts';
import { STORY } from './story.ts';

/** The accounts that whoever starts the demo is told of. */
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
};

const eventually = async (find: () => Promise<string | undefined>): Promise<string> => {
  for (let attempt = 0; attempt < 200; attempt++) {
    const found = await find();
    if (found !== undefined) return found;
    await delay(50);
  }
  throw new Error('a mail of the demo did not arrive');
};

/**
 * Lets a small marketplace live through its last month, in an empty store only: the clock begins thirty days ago and arrives at
 * today with the last chapter. A start that was interrupted goes on where it stopped; nothing happens twice. True: it is there.
 */
export const fillDemo = async (
  stage: DemoStage,
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<boolean> => {
  const { db, clock, services, emails, fireDue } = stage;
  const progress = await findProgress(db, stage.storeIsEmpty);
  if (!progress) return false;
  if (progress.chapters_done > STORY.length) return true;
  say('Filling the marketplace with a month of demonstration (once, some seconds) …');
  await clock.begin(progress.began_at - 30 * DAY);

  const actions = openActions({
    url: stage.url,
    headers: stage.headers,
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

  for (const [index, { daysAgo, acts }] of STORY.entries()) {
    if (index < progress.chapters_done) continue;
    signal?.throwIfAborted();
    await clock.advanceTo(progress.began_at - daysAgo * DAY);
    await fireDue();
    await acts(actions);
    await db('demo_progress').update({ chapters_done: index + 1 });
  }
  await clock.advanceTo(Date.now());
  await fireDue();
  await db('demo_progress').update({ chapters_done: STORY.length + 1 });
  return true;
};
