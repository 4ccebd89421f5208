import { pipeline } from 'node:stream/promises';
import { transactionStream } from '#application/streams/streamNames.ts';
import { access } from '#domain/access/access.ts';
import { may, partyOf, towards } from '#domain/access/right.ts';
import { sightsOf } from '#projections/transactions/sights.ts';
import { transactionBundle } from '../../../transparency/bundle/saleBundle.ts';
import { zipped } from '../../../transparency/bundle/zipped.ts';
import { type Endpoint, endpoint, Refused } from '../../endpoint.ts';
import { inClear, openLookedInto } from '../audit/accessedRecords.ts';
import { type EndpointDeps, found, idParameter } from '../deps.ts';

export const bundleEndpoints = (deps: EndpointDeps): Endpoint[] => {
  const { bundle, store, clock } = deps;
  const lookedInto = openLookedInto(deps);
  return [
    endpoint({
      method: 'get',
      path: 'transaction/{id}/bundle',
      operationId: 'getEvidenceBundle',
      tag: 'Transparency log',
      limit: 'ownData',
      summary:
        'Download the evidence bundle of a transaction: the events that you may read, with proofs that you can verify offline',
      may: access.sale.see.bundle,
      params: idParameter,
      produces: 'application/zip',
      handle: async ({ params: { id }, account, context }) => {
        const history = await store.readStream(transactionStream(id));
        const parties = history[0]?.data as { buyerId: string; sellerId: string } | undefined;
        if (!parties || !may(access.sale.see.bundle, towards(parties, account)))
          throw new Refused({ code: 'transactionNotFound' });
        const { reference, files } = found(await transactionBundle(id, account, bundle), 'transactionNotFound');
        if (!partyOf(parties, account.id)) {
          const sights = sightsOf(account.roles, await bundle.circumstancesOf(id));
          await lookedInto({ look: 'bundle', history, clear: inClear(sights) }, account, context);
        }
        return {
          body: undefined,
          stream: async (response) => {
            response.set({
              'Content-Type': 'application/zip',
              'Cache-Control': 'no-store',
              'Content-Disposition': `attachment; filename="case-${reference}.zip"`,
            });
            try {
              await pipeline(zipped(files, clock.now()), response);
            } catch (error) {
              if (!response.destroyed) throw error; // a reader who leaves early is no fault
            }
          },
        };
      },
    }),
  ];
};
