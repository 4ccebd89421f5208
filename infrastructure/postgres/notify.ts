import type { Knex } from 'knex';

/** Tells a channel that something has happened, without a payload; one message on its way at a time. */
export const openNotifier = (db: Knex, channel: string): (() => void) => {
  let sending = false;
  let again = false;
  const send = async (): Promise<void> => {
    sending = true;
    do {
      again = false;
      // Lost when the database is away: whoever waits looks by itself as well.
      await db.raw(`NOTIFY ${channel}`).catch(() => undefined);
    } while (again);
    sending = false;
  };
  return () => {
    if (sending) again = true;
    else void send();
  };
};
