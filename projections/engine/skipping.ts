import type { Knex } from 'knex';
import { advanceTogether, type Move } from './checkpoints.ts';

/** Moves a live checkpoint over events that the read model does not handle; false if the checkpoint was elsewhere. */
export type Skip = (move: Move) => Promise<boolean>;

type PendingMove = { move: Move; resolve(moved: boolean): void; reject(error: unknown): void };

/** Most batches concern few read models, so the others move their checkpoints together in one statement. */
export const openSkipping = (db: Knex): Skip => {
  let pending: PendingMove[] = [];
  let sending = false;

  const send = async (): Promise<void> => {
    while (pending.length > 0) {
      const together = pending;
      pending = [];
      try {
        const moved = await advanceTogether(
          db,
          together.map(({ move }) => move),
        );
        for (const { move, resolve } of together) resolve(moved.has(move.name));
      } catch (error) {
        for (const { reject } of together) reject(error);
      }
    }
    sending = false;
  };

  return (move) =>
    new Promise((resolve, reject) => {
      pending.push({ move, resolve, reject });
      if (sending) return;
      sending = true;
      setImmediate(send);
    });
};
