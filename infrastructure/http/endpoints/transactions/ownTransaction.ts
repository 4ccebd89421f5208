import type { AccountId } from '#domain/shared/ids.ts';
import { type EndpointDeps, READ_OWN_WRITE_MS } from '../deps.ts';

type Deps = Pick<EndpointDeps, 'queries' | 'repository' | 'waitFor'>;

/** Whether two accounts share an open transaction. It asks a read model, so it first waits for recent purchases. */
export const openOwnTransaction =
  ({ queries, repository, waitFor }: Deps) =>
  async (one: AccountId, other: AccountId): Promise<boolean> => {
    for (const buyer of [one, other]) {
      const { position } = await repository.unpaidPurchases.load(buyer);
      if (position !== undefined) await waitFor(position, READ_OWN_WRITE_MS);
    }
    return queries.transactions.shareOpenSale(one, other);
  };
