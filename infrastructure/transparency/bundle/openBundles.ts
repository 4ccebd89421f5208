import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { eventsWithErasedTexts } from '#application/accounts/erasedTexts.ts';
import type { Clock } from '#application/ports/clock.ts';
import type { Position } from '#application/ports/eventStore.ts';
import type { Files } from '#application/ports/files.ts';
import type { SubjectKeys } from '#application/ports/keys.ts';
import type { Repository } from '#application/streams/repository.ts';
import { VERIFIER } from '#application/transparency/bundle/bundleFormat.ts';
import { ERASED } from '#domain/shared/erased.ts';
import { usernamesOf } from '#projections/accounts/people.ts';
import { entriesOf, shownEntry } from '#projections/transactions/ledger/queries.ts';
import { circumstancesOfTransactions } from '#projections/transactions/sights.ts';
import type { LogProofs } from '../logProofs.ts';
import { type FieldOpenings, openFields } from './openings.ts';
import type { BundleSources } from './saleBundle.ts';

/**
 * ms: if the read models lag longer, the bundle is made anyway, and its verifier reports that the ledger is
 * incomplete.
 */
const LONGEST_WAIT = 5_000;

type Options = {
  proofs: LogProofs;
  db: Knex;
  repository: Pick<Repository, 'accounts'>;
  keys: Pick<SubjectKeys, 'find'>;
  files: Pick<Files, 'get'>;
  clock: Clock;
  /** Whether the read models reach the position in time. */
  waitFor(position: Position, timeoutMs: number): Promise<boolean>;
  /** Folder of the built web, which contains the verifier; without it, bundles have no verifier. */
  webFolder: string | undefined;
};

const NOTHING: FieldOpenings = { openings: [], words: [] };

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
    const erased = await eventsWithErasedTexts(events, { repository });
    const opened = await openFields(events, keys);
    return opened.map((one, at) => (erased.has(events[at]!.id) ? NOTHING : one));
  },
  ledgerOf: async (saleId) =>
    (await entriesOf(db, saleId))
      .map(shownEntry)
      .map(({ account, amount, currency, eventId }) => ({ account, amount, currency, eventId })),
  namesOf: async ({ buyerId, sellerId }) => {
    const names = await usernamesOf(db, [buyerId, sellerId]);
    const nameOf = (id: string) => {
      const name = names.get(id) ?? ERASED;
      return name === ERASED ? null : name;
    };
    return { buyer: nameOf(buyerId), seller: nameOf(sellerId) };
  },
  circumstancesOf: (id) => circumstancesOfTransactions(db, { id }),
  verifier: async () =>
    webFolder === undefined
      ? []
      : Promise.all(
          VERIFIER.map(async (name) => ({ name, content: await readFile(join(webFolder, 'verifier', name)) })),
        ),
});
