import type { Knex } from 'knex';
import type { KeptCheck } from '#application/transparency/sealedModels.ts';
import { changedCheck, keptModels } from '../keptModels.ts';
import type { References } from './references.ts';

/** Where what heads name of the read models is not what is kept and shown of them; `shown`: the last check of each, as screens have it. */
export const changedModels = async (
  db: Knex,
  { models, last }: Pick<References, 'models' | 'last'>,
  shown: () => Promise<readonly KeptCheck[]>,
): Promise<References['forged']> => {
  const found: References['forged'] = [];
  let newest: KeptCheck[] | undefined;
  for (const { root, size, who } of models) {
    newest = await keptModels(db, root);
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
