import { createHash } from 'node:crypto';
import { access } from '#domain/access/access.ts';
import { may, partyOf } from '#domain/access/right.ts';
import type { Actor } from '#domain/shared/actor.ts';
import type { Attached } from '#domain/shared/attached.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId, TransactionId } from '#domain/shared/ids.ts';
import { DAY, type Instant } from '#domain/shared/instants.ts';
import { inHours } from '#domain/shared/lengths.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import { publicStatus } from '#domain/transactions/state.ts';
import { allowedCommands } from '#domain/transactions/transaction.ts';
import { attachedOf, attachedPicture } from '../files/attachmentHashes.ts';
import { pairedName, thumbnailKey } from '../files/pictureNames.ts';
import type { Clock } from '../ports/clock.ts';
import type { Files } from '../ports/files.ts';
import type { Log } from '../ports/log.ts';
import type { AttachedPicture, ImageRefusal, ProcessedImage, ProcessImage } from '../ports/pictures.ts';
import type { CommandContext } from '../streams/command.ts';
import { derivedId } from '../streams/derivedId.ts';
import type { Repository } from '../streams/repository.ts';
import type { EvidenceUpload, EvidenceUploads } from './storage.ts';
import { type PurchaseRejection, visibleTransaction } from './transactionDeps.ts';

type EvidenceDeps = {
  repository: Repository;
  clock: Clock;
  files: Pick<Files, 'put' | 'remove'>;
  uploads: EvidenceUploads;
  /** At most 5 MB per photo. */
  processImage: ProcessImage;
  log: Log;
};

/**
 * A command may name an upload for one day. Unused uploads are removed after two, so never while a command is
 * being written.
 */
const NAMED_WITHIN = DAY;
export const NAMED_TERM = inHours(NAMED_WITHIN);
const REMOVED_AFTER = 2 * DAY;

/** Exhaustive: a new command with photos does not compile until it is listed here. */
const TAKES_EVIDENCE: Readonly<Record<Extract<TransactionCommand, { evidence: unknown }>['type'], true>> = {
  OpenDispute: true,
  ContestDispute: true,
  GiveStatement: true,
  AppealDecision: true,
  RequestReturn: true,
  RejectReturn: true,
};

/** Keys below `evidence/` are not served publicly. */
const keyOf = (saleId: TransactionId, id: string, extension: string): string => `evidence/${saleId}/${id}.${extension}`;

/** The uploads with these keys. Undefined unless all belong to this person and transaction and have not expired. */
export const ownEvidence = async (
  uploads: Pick<EvidenceUploads, 'find'>,
  { saleId, by, now }: { saleId: TransactionId; by: AccountId; now: Instant },
  keys: readonly string[],
): Promise<EvidenceUpload[] | undefined> => {
  const own = (upload: EvidenceUpload) =>
    upload.saleId === saleId && upload.by === by && (upload.kept || now - upload.at < NAMED_WITHIN);
  const known = new Map((await uploads.find(keys)).filter(own).map((upload) => [upload.key, upload]));
  const named = keys.flatMap((key) => known.get(key) ?? []);
  return named.length === keys.length ? named : undefined;
};

/** The hashes for the event; undefined if an upload of an earlier release has none. */
export const attachedTo = (uploads: readonly EvidenceUpload[]): Attached | undefined => {
  const pictures = uploads.flatMap(({ attached }): AttachedPicture[] => (attached ? [attached] : []));
  return pictures.length === uploads.length && pictures.length > 0 ? attachedOf(pictures) : undefined;
};

/** Photos that support a party's statement in a transaction. */
export const evidenceCommands = (deps: EvidenceDeps) => {
  const { repository, clock, files, uploads, processImage, log } = deps;

  const remove = async (key: string): Promise<void> => {
    await files.remove(key);
    await files.remove(thumbnailKey(key));
    await uploads.forget(key);
  };

  /** Decodes all photos before storing any. One at a time, because each takes a core and much memory. */
  const decodeAll = async (photos: readonly Buffer[]): Promise<Result<ProcessedImage[], ImageRefusal>> => {
    const decoded: ProcessedImage[] = [];
    for (const photo of photos) {
      const image = await processImage(photo);
      if (!image.ok) return reject({ code: image.error.code });
      decoded.push(image.value);
    }
    return ok(decoded);
  };

  const namedIn = async (saleId: TransactionId): Promise<Set<string>> => {
    const { history } = await repository.transactions.loadWithHistory(saleId);
    return new Set(
      history.flatMap(({ data }) => ('evidence' in data && Array.isArray(data.evidence) ? data.evidence : [])),
    );
  };

  const settle = async ({ key, saleId }: EvidenceUpload): Promise<void> => {
    if ((await namedIn(saleId)).has(key)) await uploads.keep([key]);
    else await remove(key);
  };

  /** Whether the actor is a party that may submit photos now. */
  const mayUpload = async (
    saleId: TransactionId,
    actor: Actor,
  ): Promise<Result<{ at: Instant }, PurchaseRejection>> => {
    const found = await visibleTransaction(repository.transactions.load, saleId, actor);
    if (!found.ok) return found;
    const transaction = found.value.state;
    if (!may(access.sale.do.act, partyOf(transaction, actor.id) ?? actor.role))
      return reject({ code: 'transactionNotFound' });
    const at = clock.now();
    const allowed = allowedCommands(transaction, actor, at);
    return allowed.some((command) => Object.hasOwn(TAKES_EVIDENCE, command))
      ? ok({ at })
      : reject({ code: 'notNow', status: publicStatus(transaction), allowed });
  };

  return {
    mayUpload,

    /** Returns the keys in the order of the photos. A retry returns the same keys. */
    upload: async (
      saleId: TransactionId,
      photos: readonly Buffer[],
      context: CommandContext,
    ): Promise<Result<string[], PurchaseRejection | ImageRefusal | { code: 'imagesRequired' }>> => {
      const { actor } = context;
      const admitted = await mayUpload(saleId, actor);
      if (!admitted.ok) return admitted;
      const { at } = admitted.value;
      if (photos.length === 0) return reject({ code: 'imagesRequired' });
      const decoded = await decodeAll(photos);
      if (!decoded.ok) return decoded;

      const keys: string[] = [];
      for (const [index, { original, thumbnail, contentType, extension }] of decoded.value.entries()) {
        const digest = createHash('sha256').update(photos[index]!).digest('hex');
        const id = derivedId(`evidence.${saleId}.${index}.${digest}`, context);
        const key = keyOf(saleId, pairedName(id, { original, thumbnail }), extension);
        const attached = attachedPicture(photos[index]!, decoded.value[index]!);
        await uploads.add({ key, saleId, by: actor.id, at, attached });
        await files.put(key, original, contentType);
        await files.put(thumbnailKey(key), thumbnail, contentType);
        keys.push(key);
      }
      return ok(keys);
    },

    /** Removes every photo of a transaction, when its key is erased. */
    forget: async (saleId: TransactionId): Promise<void> => {
      for (const key of await uploads.ofSale(saleId)) await remove(key);
    },

    /** Removes uploads that no command named in time. Cheap when there is nothing to do. */
    sweep: async (now: Instant): Promise<void> => {
      for (const upload of await uploads.loose(now - REMOVED_AFTER, 100))
        try {
          await settle(upload);
        } catch (error) {
          // the next sweep retries; the others must not wait
          log.error({ sale: upload.saleId, error: String(error) }, 'an upload of evidence could not be settled');
        }
    },
  };
};

export type EvidenceCommands = ReturnType<typeof evidenceCommands>;
