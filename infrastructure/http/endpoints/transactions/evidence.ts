import { z } from 'zod';
import type { EvidencePhoto } from '#application/contract/common.ts';
import { evidenceUploaded } from '#application/contract/escrow.ts';
import { MAX_EVIDENCE, MAX_IMAGE_BYTES, TOO_MUCH_EVIDENCE } from '#application/contract/limits.ts';
import { thumbnailKey } from '#application/files/pictureNames.ts';
import { NAMED_TERM } from '#application/transactions/evidence.ts';
import { access } from '#domain/access/access.ts';
import { type Endpoint, endpoint, Refused } from '../../endpoint.ts';
import type { SignedPaths } from '../../signedPaths.ts';
import { type EndpointDeps, granted, idParameter, SUCCESS } from '../deps.ts';
import { privateFile } from '../privateFile.ts';

const tag = 'Escrow';
const FOLDER = 'evidence';

const evidencePath = (saleId: string, file: string): string => `/api/transaction/${saleId}/${FOLDER}/${file}`;

/** `evidence/{saleId}/{file}` → its API path. */
const pathOf = (key: string): string => {
  const [, saleId = '', file = ''] = key.split('/');
  return evidencePath(saleId, file);
};

/** Stored keys → signed links, for readers who may see the evidence. */
export const evidencePhotos =
  (signedPaths: Pick<SignedPaths, 'sign'>) =>
  (keys: readonly string[]): EvidencePhoto[] =>
    keys.map((key) => ({
      url: signedPaths.sign(pathOf(key)),
      thumbnailUrl: signedPaths.sign(pathOf(thumbnailKey(key))),
    }));

/** Photos open by signed links that expire, because an `<img>` and a new tab send no token. */
export const evidenceEndpoints = ({ evidence, files, signedPaths }: EndpointDeps): Endpoint[] => [
  endpoint({
    method: 'post',
    path: 'transaction/{id}/evidence',
    operationId: 'uploadEvidence',
    tag,
    limit: 'upload',
    summary: `Upload photos for a claim, an answer or a return; send their keys with the command within ${NAMED_TERM}`,
    may: access.sale.do.act,
    params: idParameter,
    multipart: {
      files: { field: 'images', least: 1, most: MAX_EVIDENCE, about: 'Photos that support the statement' },
      maxFiles: MAX_EVIDENCE,
      maxFileBytes: MAX_IMAGE_BYTES,
      tooMany: TOO_MUCH_EVIDENCE,
    },
    success: 201,
    response: evidenceUploaded,
    admit: async ({ params, actor }) => {
      granted(await evidence.mayUpload(params.id, actor));
    },
    handle: async (call) => {
      const photos = call.files.filter(({ field }) => field === 'images').map(({ content }) => content);
      const keys = granted(await evidence.upload(call.params.id, photos, call.context));
      return { body: { ...SUCCESS, message: 'Photos uploaded', keys } };
    },
  }),
  endpoint({
    method: 'get',
    path: `transaction/{id}/${FOLDER}/{file}`,
    operationId: 'getEvidencePhoto',
    tag,
    reads: false,
    summary: 'Get an evidence photo by its signed link',
    may: access.sale.see.photo,
    params: z.object({ id: z.string().max(200), file: z.string().max(200) }),
    query: z.object({ expires: z.string().max(12).optional(), signature: z.string().max(100).optional() }),
    produces: 'image/webp',
    handle: async ({ params: { id, file }, query }) => {
      if (!signedPaths.isSigned(evidencePath(id, file), query)) throw new Refused({ code: 'evidenceNotFound' });
      return privateFile(files, `${FOLDER}/${id}/${file}`, 'evidenceNotFound');
    },
  }),
];
