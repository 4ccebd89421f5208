import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { wordsErasedIn } from '#application/accounts/erasedWords.ts';
import type { Clock } from '#application/ports/clock.ts';
import type { Position } from '#application/ports/eventStore.ts';
import type { Files } from '#application/ports/files.ts';
import type { SubjectKeys } from '#application/ports/keys.ts';
import type { Repository } from '#application/streams/repository.ts';
import { VERIFIER } from '#application/transparency/bundle/bundleFormat.ts';
import { entriesOf, shownEntry } from '#projections/transactions/ledger/queries.ts';
import { circumstancesOfTransactions } from '#projections/transactions/sights.ts';
import type { LogProofs } from '../logProofs.ts';
import { type Opened, openFields } from './openings.ts';
import type { BundleSources } from './saleBundle.ts';

/** ms: a read model that stands still keeps nobody from the facts; what verifies the bundle says then that the ledger lacks some. */
const LONGEST_WAIT = 5_000;

type Options = {
  proofs: LogProofs;
  db: Knex;
  repository: Pick<Repository, 'accounts'>;
  keys: Pick<SubjectKeys, 'find'>;
  files: Pick<Files, 'get'>;
  clock: Clock;
  /** Whether the read models have reached a position within so many ms. */
  waitFor(position: Position, timeoutMs: number): Promise<boolean>;
  /** Built with the web (`web/transparency/verifier`); undefined where no web is built: a bundle then comes without what verifies it. */
  webFolder: string | undefined;
};

const NOTHING: Opened = { openings: [], words: [] };

export const openBundles = ({
  proofs,
  db,
  repository,
  keys,
  files,
  clock,
  waitFor,
  webFolder,
}: Options): BundleSources => ({
  proofs,
  files,
  now: clock.now,
  caughtUp: (position) => waitFor(position, LONGEST_WAIT),
  open: async (events) => {
    const erased = await wordsErasedIn(events, { repository });
    const opened = await openFields(events, keys);
    return opened.map((one, at) => (erased.has(events[at]!.id) ? NOTHING : one));
  },
  ledgerOf: async (saleId) =>
    (await entriesOf(db, saleId))
      .map(shownEntry)
      .map(({ account, amount, currency, eventId }) => ({ account, amount, currency, eventId })),
  circumstancesOf: (id) => circumstancesOfTransactions(db, { id }),
  verifier: async () =>
    webFolder === undefined
      ? []
      : Promise.all(
          VERIFIER.map(async (name) => ({ name, content: await readFile(join(webFolder, 'verifier', name)) })),
        ),
});
