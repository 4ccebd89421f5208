import { createHash } from 'node:crypto';
import { placeOf } from '#application/files/attachedFiles.ts';
import type { FileAltered } from '#application/ports/files.ts';
import type { Log } from '#application/ports/log.ts';
import { recordAltered } from '#application/reconciliation/unmatchedProviderEvents.ts';
import type { Repository } from '#application/streams/repository.ts';
import { SYSTEM } from '#domain/shared/actor.ts';

type Deps = {
  repository: Pick<Repository, 'unmatchedEvents'>;
  log: Pick<Log, 'error'>;
};

const transactionIn = (key: string): string | null => /^evidence\/([0-9a-f]{32})\//.exec(key)?.[1] ?? null;

/** Opens a staff case for an altered file, once per content found in its place. */
export const reportAlteredFiles = ({ repository, log }: Deps) => {
  const told = new Set<string>();
  return ({ key, found, attached }: Pick<FileAltered, 'key' | 'found' | 'attached'>): void => {
    const what = `${key} ${found}`;
    if (told.has(what)) return;
    told.add(what);
    log.error({ code: 'pictureReplaced', key, found }, 'a stored picture is not the one that was uploaded');
    const commandId = createHash('sha256').update(what).digest('hex').slice(0, 32);
    const context = { commandId, correlationId: commandId, causationId: 'a picture that was served', actor: SYSTEM };
    const record = async (): Promise<void> => {
      const listingId = /^listing-(.+)/.exec(attached?.stream ?? '')?.[1];
      const place = attached && placeOf(attached);
      await recordAltered({ key, found, saleId: transactionIn(key), listingId, place }, context, { repository });
    };
    record().catch((error: unknown) => {
      told.delete(what);
      log.error(
        { key, error: String(error) },
        'an altered picture could not be made a case; the next look tries again',
      );
    });
  };
};
