import { pipeline } from 'node:stream/promises';
import { saleStream } from '#application/sales/saleDeps.ts';
import { access } from '#domain/access/access.ts';
import { may, towards } from '#domain/access/right.ts';
import { saleBundle } from '../../bundle/saleBundle.ts';
import { zipped } from '../../bundle/zipped.ts';
import { type Endpoint, endpoint, Refused } from '../endpoint.ts';
import { type EndpointDeps, found, idParameter } from './deps.ts';

export const bundleEndpoints = ({ bundle, store, clock }: EndpointDeps): Endpoint[] => [
  endpoint({
    method: 'get',
    path: 'transaction/{id}/bundle',
    tag: 'Transparency log',
    limit: 'ownData',
    summary: 'The facts of a sale with their proofs, as far as its reader may see them, to be verified without us',
    may: access.sale.see.bundle,
    params: idParameter,
    produces: 'application/zip',
    handle: async ({ params: { id }, account }) => {
      const [first] = await store.readStream(saleStream(id));
      const parties = first?.data as { buyerId: string; sellerId: string } | undefined;
      if (!parties || !may(access.sale.see.bundle, towards(parties, account)))
        throw new Refused({ code: 'transactionNotFound' });
      const { reference, files } = found(await saleBundle(id, account, bundle), 'transactionNotFound');
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
