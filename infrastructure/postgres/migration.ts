import type { Knex } from 'knex';

/** Forward only, and safe while the version before it still runs. The name is what the database remembers: never change it. */
export type Migration = { name: string; up(db: Knex): Promise<void> };
