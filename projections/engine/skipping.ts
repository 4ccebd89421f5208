import type { Knex } from 'knex';
import { advanceTogether, type Move } from './checkpoints.ts';

/** Moves the checkpoint of a live read model over events that it does not want; false when it stood elsewhere. */
export type Skip = (move: Move) => Promise<boolean>;

type Asked = { move: Move; resolve(moved: boolean): void; reject(error: unknown): void };

/** Most read models have nothing to do in most batches: those that ask at the same time, or while a statement is on its way, go together. */
export const openSkipping = (db: Knex): Skip => {
  let asked: Asked[] = [];
  let sending = false;

  const send = async (): Promise<void> => {
    while (asked.length > 0) {
      const together = asked;
      asked = [];
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
      asked.push({ move, resolve, reject });
      if (sending) return;
      sending = true;
      setImmediate(send);
    });
};
