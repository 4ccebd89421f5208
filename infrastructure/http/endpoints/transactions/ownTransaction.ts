import type { AccountId } from '#domain/shared/ids.ts';
import { type EndpointDeps, READ_OWN_WRITE_MS } from '../deps.ts';

type Deps = Pick<EndpointDeps, 'queries' | 'repository' | 'waitFor'>;

/** Whether two have a sale that is not over. A read model says it, so what either has begun to buy is waited for. */
export const openOwnTransaction =
  ({ queries, repository, waitFor }: Deps) =>
  async (one: AccountId, other: AccountId): Promise<boolean> => {
    for (const buyer of [one, other]) {
      const { position } = await repository.buyers.load(buyer);
      if (position !== undefined) await waitFor(position, READ_OWN_WRITE_MS);
    }
    return queries.transactions.shareOpenSale(one, other);
  };
