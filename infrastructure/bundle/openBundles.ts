import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Knex } from 'knex';
import type { Clock } from '#application/ports/clock.ts';
import type { Files } from '#application/ports/files.ts';
import type { SubjectKeys } from '#application/ports/keys.ts';
import { entriesOf, shownEntry } from '#projections/ledger/queries.ts';
import { circumstancesOfSales } from '#projections/transactions/circumstances.ts';
import type { LogProofs } from '../transparency/logProofs.ts';
import { openFields } from './openings.ts';
import type { BundleSources } from './saleBundle.ts';

/** Built with the web (`web/verifier`). */
const VERIFIER = ['verify.html', 'FORMAT.md'];

type Options = {
  proofs: LogProofs;
  db: Knex;
  keys: Pick<SubjectKeys, 'find'>;
  files: Pick<Files, 'get'>;
  clock: Clock;
  /** Undefined where no web is built: a bundle then comes without what verifies it. */
  webFolder: string | undefined;
};

export const openBundles = ({ proofs, db, keys, files, clock, webFolder }: Options): BundleSources => ({
  proofs,
  files,
  now: clock.now,
  open: (events) => openFields(events, keys),
  ledgerOf: async (saleId) =>
    (await entriesOf(db, saleId))
      .map(shownEntry)
      .map(({ account, amount, currency, eventId }) => ({ account, amount, currency, eventId })),
  circumstancesOf: (id) => circumstancesOfSales(db, { id }),
  verifier: async () =>
    webFolder === undefined
      ? []
      : Promise.all(
          VERIFIER.map(async (name) => ({ name, content: await readFile(join(webFolder, 'verifier', name)) })),
        ),
});
