import type { Erasure } from '../../accounts/storage.ts';
import type { UnusedUploads } from '../../files/unusedUploads.ts';
import type { Clock } from '../../ports/clock.ts';
import { type Policy, policy } from '../../shared/policy.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import { idIn } from '../../streams/transactionSummary.ts';
import { letAllGo } from '../photos.ts';

type Deps = Pick<PolicyDeps, 'repository'> & {
  erasure: Pick<Erasure, 'listingsOf'>;
  loosePhotos: Pick<UnusedUploads, 'add'>;
  clock: Clock;
};

/**
 * An erased seller's texts go with their key, but photos are stored unencrypted: this marks them so that the sweep
 * removes those that nothing else needs.
 */
export const erasedPhotos = ({ repository, erasure, loosePhotos, clock }: Deps): Policy =>
  policy({
    name: 'erasedPhotos',
    handles: ['AccountErased'],
    begins: { AccountErased: 'start' },
    handle: async (event) => {
      for (const listing of await erasure.listingsOf(idIn(event.stream)))
        await loosePhotos.add(letAllGo(listing, (await repository.listings.show(listing)).history, clock.now()));
    },
  });
