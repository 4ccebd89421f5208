import type { Knex } from 'knex';
import Stripe from 'stripe';
import type { Clock } from '#application/ports/clock.ts';
import { HOUR } from '#domain/shared/instants.ts';

type Row = { key: string; number: number; since: number };
type Making<Made> = {
  /** What an earlier call has made. `since`, in epoch ms: a while before the first error. */
  find: (since: number) => Promise<Made | undefined>;
  make: (idempotencyKey: string) => Promise<Made>;
};

/** Whether the answer is the stored one of an earlier call. */
const isReplayed = (error: Stripe.errors.StripeError): boolean => error.headers?.['idempotent-replayed'] === 'true';

/**
 * Whether no call under this key can still make anything, so that another key is safe. Rate limits, refused keys and conflicts are answered
 * before a call begins. A 5xx may come from in front of it as well, and an earlier call whose answer was lost may still run: only its
 * replay says that Stripe has stored it as the end.
 */
const isOver = (error: Stripe.errors.StripeError): boolean => {
  const status = error.statusCode ?? 0;
  return isReplayed(error) || (status >= 400 && status < 500 && ![401, 409, 429].includes(status));
};

/**
 * Stripe stores what it answers under a key, errors too, and repeats it for a day. After a stored error the object is looked up, and the next
 * call has the next key. The number of a key is stored; a process that dies before it stores it hears the same error again.
 */
export const openKeys = ({ db, clock }: { db: Knex; clock: Clock }) => {
  const rows = () => db<Row>('stripe.keys');

  const advance = async (key: string, number: number): Promise<number> => {
    const { rows: kept } = await db.raw<{ rows: Pick<Row, 'since'>[] }>(
      `INSERT INTO stripe.keys AS kept (key, number, since) VALUES (?, ?, ?)
        ON CONFLICT (key) DO UPDATE SET number = greatest(kept.number, excluded.number) RETURNING since`,
      [key, number, clock.now() - HOUR],
    );
    return Number(kept[0]?.since);
  };

  const once = async <Made>(key: string, { find, make }: Making<Made>, again = true): Promise<Made> => {
    const row = await rows().where({ key }).first();
    const made = row && (await find(Number(row.since)));
    if (made) return made;
    const number = row?.number ?? 1;
    try {
      return await make(number === 1 ? key : `${key}.${number}`);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError) || !isOver(error)) throw error;
      const foundNow = await find(await advance(key, number + 1));
      if (foundNow) return foundNow;
      // the error is of an earlier call: this one has not been tried yet
      if (again && isReplayed(error)) return once(key, { find, make }, false);
      throw error;
    }
  };

  return {
    /** Makes it once under `key`, or the next key after an error that Stripe has stored. */
    once: <Made>(key: string, making: Making<Made>): Promise<Made> => once(key, making),
  };
};

export type Keys = ReturnType<typeof openKeys>;
