import { expect, test } from 'vitest';
import type { Repository } from '#application/streams/repository.ts';
import { evidenceCommands, ownEvidence } from '#application/transactions/evidence.ts';
import type { EvidenceUpload, EvidenceUploads } from '#application/transactions/storage.ts';
import { DAY } from '#domain/shared/instants.ts';
import { manualClock } from '#tests/support/manualClock.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const [BUYER, SELLER, TRANSACTION, OTHER] = ['b', '5', '7', '8'].map((digit) => digit.repeat(32)) as [
  ...[string, string, string, string],
];

const memoryUploads = (...given: EvidenceUpload[]): EvidenceUploads & { rows: Map<string, EvidenceUpload> } => {
  const rows = new Map(given.map((upload) => [upload.key, upload]));
  const all = () => [...rows.values()];
  return {
    rows,
    add: async (upload) => void rows.set(upload.key, rows.get(upload.key) ?? { ...upload, kept: false }),
    find: async (keys) => all().filter(({ key }) => keys.includes(key)),
    loose: async (before, limit) =>
      all()
        .filter(({ kept, at }) => !kept && at < before)
        .slice(0, limit),
    keep: async (keys) => {
      for (const upload of all()) if (keys.includes(upload.key)) rows.set(upload.key, { ...upload, kept: true });
    },
    ofSale: async (saleId) =>
      all()
        .filter((upload) => upload.saleId === saleId)
        .map(({ key }) => key),
    forget: async (key) => void rows.delete(key),
  };
};

const keyOf = (saleId: string, name: string) => `evidence/${saleId}/${name}.webp`;
const upload = (name: string, changes: Partial<EvidenceUpload> = {}): EvidenceUpload => {
  const saleId = changes.saleId ?? TRANSACTION;
  return { key: keyOf(saleId, name), saleId, by: BUYER, at: 0, attached: undefined, kept: false, ...changes };
};

/** A store in which an event of TRANSACTION names `named`, and the stream of OTHER is unreadable. */
const cabinet = (uploads: EvidenceUploads, named: string[]) => {
  const removed: string[] = [];
  const loadWithHistory = async (transaction: string) => {
    if (transaction === OTHER) throw new Error('the store is away');
    return { history: [{ type: 'DisputeOpened', data: { evidence: named } }] };
  };
  const evidence = evidenceCommands({
    repository: { transactions: { loadWithHistory } } as unknown as Repository,
    clock: manualClock(),
    files: { put: async () => undefined, remove: async (key) => void removed.push(key) },
    uploads,
    processImage: () => Promise.reject(new Error('nothing is uploaded here')),
    log: silentLog(),
  });
  return { evidence, removed };
};

test('keeps photos named by an event after a crash, and removes others', async () => {
  const uploads = memoryUploads(upload('named'), upload('loose'));
  const { evidence, removed } = cabinet(uploads, [keyOf(TRANSACTION, 'named')]);
  await evidence.sweep(2 * DAY);
  expect(removed).toEqual([]);
  await evidence.sweep(2 * DAY + 1);
  expect(removed).toEqual([keyOf(TRANSACTION, 'loose'), keyOf(TRANSACTION, 'loose-small')]);
  expect([...uploads.rows.values()]).toEqual([upload('named', { kept: true })]);
});

test('keeps the photos of an unreadable transaction without blocking others', async () => {
  const uploads = memoryUploads(upload('first', { saleId: OTHER }), upload('second'));
  const { evidence, removed } = cabinet(uploads, []);
  await evidence.sweep(3 * DAY);
  expect(removed).toEqual([keyOf(TRANSACTION, 'second'), keyOf(TRANSACTION, 'second-small')]);
  expect(await uploads.ofSale(OTHER)).toEqual([keyOf(OTHER, 'first')]);
});

test('lets only the uploader use a photo in that transaction, within a day unless named', async () => {
  const uploads = memoryUploads(upload('mine'), upload('theirs', { by: SELLER }), upload('old', { kept: true }));
  const own = (name: string, now: number, saleId = TRANSACTION) =>
    ownEvidence(uploads, { saleId, by: BUYER, now }, [keyOf(TRANSACTION, name)]);
  expect(await own('mine', DAY - 1)).toHaveLength(1);
  expect(await own('mine', DAY)).toBeUndefined();
  expect(await own('old', 90 * DAY)).toHaveLength(1);
  expect(await own('theirs', 1)).toBeUndefined();
  expect(await own('mine', 1, OTHER)).toBeUndefined();
  expect(await own('never uploaded', 1)).toBeUndefined();
});
