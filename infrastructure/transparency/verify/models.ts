import type { Knex } from 'knex';
import type { KeptCheck } from '#application/transparency/sealedModels.ts';
import { changedCheck, sealedChecks } from '../sealedChecks.ts';
import type { References } from './references.ts';

/**
 * Differences between the read model checks named by checkpoints and those stored and shown. `shown`: the last check
 * of each, as on screens.
 */
export const changedModels = async (
  db: Knex,
  { models, last }: Pick<References, 'models' | 'last'>,
  shown: () => Promise<readonly KeptCheck[]>,
): Promise<References['forged']> => {
  const found: References['forged'] = [];
  let newest: KeptCheck[] | undefined;
  for (const { root, size, who } of models) {
    newest = await sealedChecks(db, root);
    if (!newest) found.push({ size, reason: `what ${who} names of the read models is gone, or is something else` });
  }
  const changed = newest && changedCheck(newest, await shown());
  if (last && changed !== undefined)
    found.push({
      size: last.size,
      reason: `the check of the read model ${changed} is not the one that ${last.who} sealed`,
    });
  return found;
};
