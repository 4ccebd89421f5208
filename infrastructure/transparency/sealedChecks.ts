import type { Knex } from 'knex';
import { toBase64 } from '#application/transparency/bytes.ts';
import { canonicalJson } from '#application/transparency/canonicalJson.ts';
import type { KeptCheck } from '#application/transparency/sealedModels.ts';
import { rootOfChecks, type SealedModels, sealedModels } from '#application/transparency/sealedModels.ts';
import { sha256 } from './hashing.ts';

export const modelsOf = (checks: readonly KeptCheck[]): SealedModels | undefined => sealedModels(checks, sha256);

/** Stores the checks, because a checkpoint only contains their root. */
export const storeChecks = async (db: Knex, checks: readonly KeptCheck[]): Promise<void> => {
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
    return undefined; // the caller reports it
  }
};

/** The checks behind a root; undefined if missing or altered. */
export const sealedChecks = async (db: Knex, root: Uint8Array): Promise<KeptCheck[] | undefined> => {
  const row = await db('tlog_models')
    .where({ root: toBase64(root) })
    .first();
  const checks = row && parsed(row.checks);
  if (!Array.isArray(checks)) return undefined;
  return toBase64(rootOfChecks(checks, sha256)) === row.root ? checks : undefined;
};

/**
 * The name of the first read model whose shown check differs from the sealed one. Checks of a later night are not
 * sealed yet.
 */
export const changedCheck = (sealed: readonly KeptCheck[], shown: readonly KeptCheck[]): string | undefined =>
  sealed.find((check) => {
    const now = shown.find(({ name }) => name === check.name);
    if (!now || now.night < check.night) return true;
    return now.night === check.night && canonicalJson(now) !== canonicalJson(check);
  })?.name;
