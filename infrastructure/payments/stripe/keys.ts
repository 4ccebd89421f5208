import type { Knex } from 'knex';
import Stripe from 'stripe';
import type { Clock } from '#application/ports/clock.ts';
import { HOUR } from '#domain/shared/instants.ts';

type Row = { key: string; number: number; since: number };
type Making<Made> = {
  /** Finds the result of an earlier call. `since`: epoch ms, shortly before the first error. */
  find: (since: number) => Promise<Made | undefined>;
  make: (idempotencyKey: string) => Promise<Made>;
};

/** Whether Stripe replayed the stored response of an earlier call. */
const isReplayed = (error: Stripe.errors.StripeError): boolean => error.headers?.['idempotent-replayed'] === 'true';

/**
 * Whether no call with this key can still take effect, so that a new key is safe. Rate limits, key errors and
 * conflicts are answered before execution. A 5xx may come from in front of Stripe, and an earlier call may still run:
 * only a replayed error is final.
 */
const isOver = (error: Stripe.errors.StripeError): boolean => {
  const status = error.statusCode ?? 0;
  return isReplayed(error) || (status >= 400 && status < 500 && ![401, 409, 429].includes(status));
};

/**
 * Stripe stores the response of each key for a day, errors included. After a stored error we look the object up and
 * then use the next key. The key number is stored; a process that dies before that gets the same error again.
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
      // the error belongs to an earlier call; this one has not run yet
      if (again && isReplayed(error)) return once(key, { find, make }, false);
      throw error;
    }
  };

  return {
    /** Creates it once under `key`, or under the next key after a stored error. */
    once: <Made>(key: string, making: Making<Made>): Promise<Made> => once(key, making),
  };
};

export type Keys = ReturnType<typeof openKeys>;
