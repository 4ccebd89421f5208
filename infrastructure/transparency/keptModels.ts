import type { Knex } from 'knex';
import { toBase64 } from '#application/transparency/bytes.ts';
import { canonicalJson } from '#application/transparency/canonicalJson.ts';
import type { KeptCheck } from '#application/transparency/sealedModels.ts';
import { rootOfChecks, type SealedModels, sealedModels } from '#application/transparency/sealedModels.ts';
import { sha256 } from './hashing.ts';

export const modelsOf = (checks: readonly KeptCheck[]): SealedModels | undefined => sealedModels(checks, sha256);

/** What a head names by its root alone. */
export const keepModels = async (db: Knex, checks: readonly KeptCheck[]): Promise<void> => {
  const models = modelsOf(checks);
  if (!models) return;
  await db('tlog_models')
    .insert({ root: toBase64(models.root), checks: JSON.stringify(checks) })
    .onConflict('root')
    .ignore();
};

const parsed = (text: string): KeptCheck[] | undefined => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // whoever asks names it
  }
};

/** The checks that a root stands for; undefined where they are gone, or are others. */
export const keptModels = async (db: Knex, root: Uint8Array): Promise<KeptCheck[] | undefined> => {
  const row = await db('tlog_models')
    .where({ root: toBase64(root) })
    .first();
  const checks = row && parsed(row.checks);
  if (!Array.isArray(checks)) return undefined;
  return toBase64(rootOfChecks(checks, sha256)) === row.root ? checks : undefined;
};

/** The first check that is shown otherwise than it was sealed, by the name of its read model. One of a later night is not sealed yet. */
export const changedCheck = (sealed: readonly KeptCheck[], shown: readonly KeptCheck[]): string | undefined =>
  sealed.find((check) => {
    const now = shown.find(({ name }) => name === check.name);
    if (!now || now.night < check.night) return true;
    return now.night === check.night && canonicalJson(now) !== canonicalJson(check);
  })?.name;
