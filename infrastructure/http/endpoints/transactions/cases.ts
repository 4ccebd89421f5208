import { z } from 'zod';
import { casePage, caseQuery, type StaffCase } from '#application/contract/caseQueue.ts';
import { caseConsequences, caseFile, closeUnmatchedEvent } from '#application/contract/cases.ts';
import { conversationIdOf } from '#application/contract/conversations.ts';
import { consideredDecision } from '#application/contract/escrow.ts';
import { provenBy } from '#application/reconciliation/readModelChecks.ts';
import { closeUnmatchedEvent as close } from '#application/reconciliation/unmatchedProviderEvents.ts';
import { access } from '#domain/access/access.ts';
import type { Right } from '#domain/access/right.ts';
import { soldListing } from '#domain/listings/asSold.ts';
import { type Endpoint, endpoint, Refused, type SignedIn } from '../../endpoint.ts';
import { inClear, openLookedInto } from '../audit/accessedRecords.ts';
import { command } from '../command.ts';
import { messageImagePath } from '../conversations/messageImages.ts';
import { type EndpointDeps, granted, idParameter } from '../deps.ts';
import { asSoldFor } from '../listings/asSold.ts';
import { openRemovedPhotos } from '../listings/removedPhotos.ts';
import { caseDifferences } from './caseDifferences.ts';
import { withReaders } from './caseReaders.ts';
import { consequencesFor } from './consequences.ts';
import { evidencePhotos } from './evidence.ts';

const tag = 'Staff';

/** The staff queue and its case files. */
export const staffCaseEndpoints = (deps: EndpointDeps): Endpoint[] => {
  const { queries, clock, repository, signedPaths, sales, renderEmail } = deps;
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
      summary: 'List open cases; search, filter and sort them',
      tag,
      may: access.case.see.queue,
      query: caseQuery,
      response: casePage,
      handle: async ({ query, account }) => {
        const page = await queries.cases.casePage(query, account, clock.now());
        const cases = await withReaders(await pictured(page.cases, account), account.id, deps);
        return { body: { ...page, cases } };
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
        const [file, checks, { history: listed }] = await Promise.all([
          queries.staff.caseFileOf(history, sale.sights, now, links, imageUrl),
          queries.ledger.readModelChecks(),
          repository.listings.show(sale.listing._id),
        ]);
        const transaction = await photos.ofSale(sale, account);
        const asSold = asSoldFor(soldListing(listed, id), transaction);
        const compared = { history, file, sights: sale.sights, now };
        const differences = await caseDifferences(compared, { object: queries.ledger.providerObject });
        return { body: { transaction, ...file, differences, asSold, proven: provenBy(checks) } };
      },
    }),
    endpoint({
      method: 'get',
      path: 'staff/cases/{id}/consequences',
      operationId: 'previewDecision',
      summary: 'Preview what would follow from a decision, without deciding',
      tag,
      may: access.case.see.file,
      params: idParameter,
      query: consideredDecision,
      response: caseConsequences,
      refuses: { 409: 'Not possible now; `code` says why' },
      handle: async ({ params: { id }, query: { toBuyer }, context }) => ({
        body: consequencesFor(granted(await sales.consider(id, toBuyer, context)), renderEmail),
      }),
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
