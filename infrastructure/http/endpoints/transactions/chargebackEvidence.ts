import { z } from 'zod';
import { type EvidenceDraft, evidenceDraft, submitEvidencePack } from '#application/contract/chargebacks.ts';
import { fileUrl } from '#application/contract/photos.ts';
import { transactionChanged } from '#application/contract/transactions.ts';
import { type ChosenPhoto, casePhotosOf } from '#application/transactions/bankPhotos.ts';
import { access } from '#domain/access/access.ts';
import { may } from '#domain/access/right.ts';
import { soldListing } from '#domain/listings/asSold.ts';
import { evidenceDraft as draftOf } from '#domain/notifications/evidenceDraft.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { openChargebacks } from '#domain/transactions/state.ts';
import { type Endpoint, endpoint, Refused } from '../../endpoint.ts';
import { inClear, openLookedInto } from '../audit/accessedRecords.ts';
import { type EndpointDeps, found, idParameter } from '../deps.ts';
import { evidencePhotos } from './evidence.ts';
import { transactionAnswers } from './transactionAnswers.ts';

const tag = 'Staff';

/** The refused pack, so that staff can correct it. */
const lastPack = (history: readonly TransactionEvent[], chargebackId: string) => {
  const last = history.findLast(
    ({ type, data }) => type === 'EvidencePackSubmitted' && data.chargebackId === chargebackId,
  );
  return last?.type === 'EvidencePackSubmitted' ? last.data : undefined;
};

/** A listing's photo is signed like evidence, because that of a removed listing has no public address. */
const pathTo = (key: string): string => {
  const [, s3Key = '', file = ''] = key.split('/');
  return fileUrl(s3Key, file);
};

/** Evidence for the buyer's bank about a chargeback. */
export const chargebackEvidenceEndpoints = (deps: EndpointDeps): Endpoint[] => {
  const { queries, clock, repository, signedPaths, sales } = deps;
  const links = evidencePhotos(signedPaths);
  const lookedInto = openLookedInto(deps);
  const { changed } = transactionAnswers(deps);
  const photosFor = async (id: string, refused: readonly ChosenPhoto[]): Promise<EvidenceDraft['photos']> =>
    (await casePhotosOf(id, { repository })).map(({ name, key, thumbnail }) => ({
      name,
      place: refused.find((each) => each.name === name)?.place ?? null,
      ...(key.startsWith('listings/')
        ? { url: signedPaths.sign(pathTo(key)), thumbnailUrl: signedPaths.sign(pathTo(thumbnail)) }
        : links([key])[0]!),
    }));
  const receiptFor = async (id: string): Promise<EvidenceDraft['receipt']> => {
    const made = await sales.receipt(id);
    if (!made) return null;
    const { name, sha256, page, content } = made;
    const rows = page.rows.map(([label, text]) => ({ label, text }));
    return { name, sha256, rows, pdf: content.toString('base64') };
  };
  return [
    endpoint({
      method: 'get',
      path: 'staff/cases/{id}/evidence/{chargebackId}',
      operationId: 'draftEvidence',
      summary: 'Draft the evidence for the buyer’s bank from the history of a transaction',
      tag,
      may: access.case.see.file,
      params: idParameter.extend({ chargebackId: z.string().max(200) }),
      response: evidenceDraft,
      refuses: { 409: 'Not possible now; `code` says why' },
      handle: async ({ params: { id, chargebackId }, account, context }) => {
        const now = clock.now();
        const sale = found(
          await queries.transactions.transactionFor(id, account, now, links, access.case.see.file),
          'transactionNotFound',
        );
        const { history, state } = await repository.transactions.show(id);
        if (!openChargebacks(state).includes(chargebackId)) throw new Refused({ code: 'chargebackNotOpen' });
        await lookedInto({ look: 'caseFile', history, clear: inClear(sale.sights) }, account, context);
        const isRefused = state.chargebacks[chargebackId]?.pack?.stands === 'refused';
        const refused = isRefused ? lastPack(history, chargebackId) : undefined;
        const sees = (part: keyof typeof sale.sights): boolean => sale.sights[part] === 'clear';
        const chooses = sees('evidence') && may(access.sale.do.decide, account.roles);
        const photos = chooses ? await photosFor(id, refused?.photos ?? []) : [];
        const receipt = chooses && sees('address') && sees('words') ? await receiptFor(id) : null;
        if (refused?.pack && sees('address')) return { body: { pack: refused.pack, photos, receipt } };
        const [file, listing] = await Promise.all([
          queries.staff.caseFileOf(history, sale.sights, now, links, () => ''),
          repository.listings.show(state.listingId),
        ]);
        const address = sale.shippingAddress;
        const last = history.at(-1)!;
        const drafted = draftOf({
          transaction: state,
          events: history,
          listing: soldListing(listing.history, id)?.state.offer ?? null,
          photos: state.item.images.length,
          address: address && {
            fullName: address.fullName,
            lines: [
              address.streetAddress1,
              address.streetAddress2,
              `${address.postalCode} ${address.city}`,
              address.country,
            ],
          },
          shipment: sees('words') ? sale : { carrier: null, trackingCode: null },
          statements: sees('words') ? file.statements : [],
          messages: sees('messages')
            ? file.messages.map(({ part, content, createdAt }) => ({ part, text: content, at: createdAt }))
            : [],
          proof: { revision: last.revision, hash: last.metadata.hash },
        });
        return { body: { pack: drafted, photos, receipt } };
      },
    }),
    endpoint({
      method: 'post',
      path: 'transaction/{id}/chargeback/evidence',
      operationId: 'submitEvidence',
      summary: 'Submit evidence about a chargeback to the buyer’s bank, once',
      tag: 'Escrow',
      may: access.sale.do.decide,
      params: idParameter,
      body: submitEvidencePack,
      response: transactionChanged,
      handle: (call) => changed(call, { type: 'SubmitEvidencePack', ...call.body }, 'Evidence submitted'),
    }),
  ];
};
