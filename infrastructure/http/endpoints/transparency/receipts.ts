import { receipts } from '#application/contract/transparency.ts';
import { transactionStream } from '#application/streams/streamNames.ts';
import { placeOf, readEntry } from '#application/transparency/factEntry.ts';
import { access } from '#domain/access/access.ts';
import { type Endpoint, endpoint } from '../../endpoint.ts';
import { type EndpointDeps, found, idParameter } from '../deps.ts';
import { evidencePhotos } from '../transactions/evidence.ts';

/** Receipts: proofs of a party's own events, for the party to keep. */
export const receiptEndpoints = ({ proofs, queries, clock, signedPaths }: EndpointDeps): Endpoint[] => {
  const links = evidencePhotos(signedPaths);
  return [
    endpoint({
      method: 'get',
      path: 'transaction/{id}/receipts',
      operationId: 'listReceipts',
      summary: 'List your own events in a transaction, each with its inclusion proof',
      tag: 'Transactions',
      may: access.sale.see.sale,
      params: idParameter,
      limit: 'proving',
      response: receipts,
      handle: async ({ params: { id }, account }) => {
        const transaction = await queries.transactions.transactionFor(id, account, clock.now(), links);
        const { transactionId } = found(transaction, 'transactionNotFound');
        const stream = transactionStream(id);
        const own = (await proofs.entriesOf(stream)).filter(
          (entry) => readEntry(entry).metadata.actor.id === account.id,
        );
        const [{ key, witnesses }, sealed] = [await proofs.state(1), await proofs.endOf(stream)];
        const events = await proofs.proven(own, sealed?.size ?? 0);
        const told = events.map((event) => {
          const { revision, position, recordedAt } = placeOf(event.entry);
          const { id: eventId, type } = readEntry(event.entry);
          return { ...event, eventId, type, revision, position, at: new Date(recordedAt).toISOString() };
        });
        const { head, map } = sealed ?? { head: null, map: null };
        const now = new Date().toISOString();
        return { body: { stream, transactionId, key, witnesses, head, now, map, receipts: told } };
      },
    }),
  ];
};
