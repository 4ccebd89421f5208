import { z } from 'zod';
import { caseFile, casePage, caseQuery, closeUnmatchedEvent, type StaffCase } from '#application/contract/cases.ts';
import { conversationIdOf } from '#application/contract/conversations.ts';
import { provenBy } from '#application/reconciliation/readModelChecks.ts';
import { closeUnmatchedEvent as close } from '#application/reconciliation/unmatchedProviderEvents.ts';
import { access } from '#domain/access/access.ts';
import type { Right } from '#domain/access/right.ts';
import { type Endpoint, endpoint, Refused, type SignedIn } from '../../endpoint.ts';
import { inClear, openLookedInto } from '../audit/accessedRecords.ts';
import { command } from '../command.ts';
import { messageImagePath } from '../conversations/messageImages.ts';
import { type EndpointDeps, idParameter } from '../deps.ts';
import { openRemovedPhotos } from '../listings/removedPhotos.ts';
import { evidencePhotos } from './evidence.ts';

const tag = 'Staff';

/** The staff queue and its case files. */
export const staffCaseEndpoints = (deps: EndpointDeps): Endpoint[] => {
  const { queries, clock, repository, signedPaths } = deps;
  const lookedInto = openLookedInto(deps);
  const photos = openRemovedPhotos(deps);
  const pictured = async (cases: readonly StaffCase[], reader: SignedIn): Promise<StaffCase[]> => {
    const sales = (
      await photos.ofSales(
        cases.flatMap(({ sale }) => sale ?? []),
        reader,
      )
    ).values();
    return cases.map((one) => (one.sale ? { ...one, sale: sales.next().value! } : one));
  };
  return [
    endpoint({
      method: 'get',
      path: 'staff/cases',
      operationId: 'listCases',
      summary: 'List open cases, nearest deadline first',
      tag,
      may: access.case.see.queue,
      query: caseQuery,
      response: casePage,
      handle: async ({ query, account }) => {
        const page = await queries.cases.casePage(query, clock.now());
        return { body: { ...page, cases: await pictured(page.cases, account) } };
      },
    }),
    endpoint({
      method: 'get',
      path: 'staff/cases/{id}',
      operationId: 'getCase',
      summary: 'Get the case file of a transaction',
      tag,
      may: access.case.see.file,
      params: idParameter,
      response: caseFile,
      handle: async ({ params: { id }, account, context }) => {
        const now = clock.now();
        const links = evidencePhotos(signedPaths);
        const read = (right: Right) => queries.transactions.transactionFor(id, account, now, links, right);
        const sale = await read(access.case.see.file);
        // your own transaction exists, but its case file is closed to you
        if (!sale)
          throw new Refused({ code: (await read(access.sale.see.sale)) ? 'notAllowed' : 'transactionNotFound' });
        const { history } = await repository.transactions.show(id);
        await lookedInto({ look: 'caseFile', history, clear: inClear(sale.sights) }, account, context);
        const imageUrl = (sender: string, other: string, listing: string, message: string) =>
          signedPaths.sign(messageImagePath(conversationIdOf(sender, other, listing), message));
        const [file, checks] = await Promise.all([
          queries.staff.caseFileOf(history, sale.sights, now, links, imageUrl),
          queries.ledger.readModelChecks(),
        ]);
        return { body: { transaction: await photos.ofSale(sale, account), ...file, proven: provenBy(checks) } };
      },
    }),
    command({
      method: 'post',
      path: 'staff/orphans/{eventId}/close',
      operationId: 'closeUnmatchedProviderEvent',
      tag,
      summary: 'Close the case of an unmatched provider event',
      may: access.case.do.closeOrphan,
      params: z.object({ eventId: z.string().max(200) }),
      body: closeUnmatchedEvent,
      run: (call) => {
        const { eventId } = call.params;
        return close(eventId, call.body.note, call.context, { repository });
      },
    }),
  ];
};
