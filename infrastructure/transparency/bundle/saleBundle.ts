import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { conversationStream } from '#application/conversations/conversationName.ts';
import { conversationKey } from '#application/conversations/conversations.ts';
import { messageImageKey } from '#application/files/pictureNames.ts';
import type { Position, StoredEvent } from '#application/ports/eventStore.ts';
import { FileAltered, type Files } from '#application/ports/files.ts';
import { transactionStream } from '#application/streams/streamNames.ts';
import {
  BUNDLE_FORM,
  type BundledEvent,
  type BundledStream,
  type BundleIndex,
  HEAD,
  INDEX,
  INDEX_DIGEST,
  LEDGER,
  type LedgerLine,
  POLICY,
  REPORT,
} from '#application/transparency/bundle/bundleFormat.ts';
import { photoBudget } from '#application/transparency/bundle/report/photos.ts';
import { reportOf } from '#application/transparency/bundle/report/reports.ts';
import { policyInWords } from '#application/transparency/bundle/termsText.ts';
import { readEntry } from '#application/transparency/factEntry.ts';
import { KEY_STREAM } from '#application/transparency/keyChange.ts';
import type { Circumstances, Viewer } from '#domain/access/right.ts';
import type { ListingImage } from '#domain/shared/listingImage.ts';
import type { LogProofs } from '../logProofs.ts';
import type { FieldOpenings } from './openings.ts';
import { mayOpen, maySee, type Reading, readerOf } from './reader.ts';
import type { BundleFile } from './zipped.ts';

export type BundleSources = {
  proofs: Pick<LogProofs, 'entriesOf' | 'proven' | 'endsOf' | 'state'>;
  /** Waits for the read models, so that the ledger matches the events. */
  caughtUp: (position: Position) => Promise<unknown>;
  open: (events: readonly StoredEvent[]) => Promise<FieldOpenings[]>;
  files: Pick<Files, 'get'>;
  ledgerOf: (saleId: string) => Promise<LedgerLine[]>;
  /** Null: erased. */
  namesOf: (parties: { buyerId: string; sellerId: string }) => Promise<{ buyer: string | null; seller: string | null }>;
  circumstancesOf: (saleId: string) => Promise<Circumstances>;
  /** The verifier and its documentation: `verify.html`, `FORMAT.md`. */
  verifier: () => Promise<BundleFile[]>;
  now: () => number;
};

type Chosen = { entry: string; event: StoredEvent };

const nameOf = ({ stream, revision }: Pick<StoredEvent, 'stream' | 'revision'>): string => `${stream}/${revision}`;
const read = (entries: readonly string[]): Chosen[] => entries.map((entry) => ({ entry, event: readEntry(entry) }));

/** Picture keys in an event; those of evidence and messages need opened fields. */
const picturesOf = ({ type, data }: StoredEvent, opened: ReadonlyMap<string, unknown>): string[] => {
  if (type === 'ListingPublished' || type === 'ListingPhotosChanged')
    return (data.images as ListingImage[]).map(({ s3Key, original }) => `listings/${s3Key}/${original}`);
  const image = opened.get('/data/image');
  if (image) return [messageImageKey(image as { original: string; s3Key: string })];
  return (opened.get('/data/evidence') as string[] | undefined) ?? [];
};

type Parties = { buyerId: string; sellerId: string; listingId: string };

/**
 * The relevant events: of the transaction, of its listing up to the purchase, of its conversation, those of both
 * accounts that name it, and key changes. Reads the checkpoint first, so that it covers everything read afterwards.
 */
const chosenFor = async (saleId: string, { data, position }: StoredEvent, { proofs }: BundleSources) => {
  const { buyerId, sellerId, listingId } = data as Parties;
  const own = transactionStream(saleId);
  const talk = conversationStream(conversationKey({ buyerId, sellerId, listingId }));
  const listing = `listing-${listingId}`;
  const end = await proofs.endsOf([own, talk, listing, KEY_STREAM]);
  const streamOf = async (stream: string): Promise<Chosen[]> => read(await proofs.entriesOf(stream));
  const named = ({ event }: Chosen) => event.data.transactionId === saleId;
  const [transaction, messages, offered, keys, ...accounts] = [
    await streamOf(own),
    await streamOf(talk),
    await streamOf(listing),
    await streamOf(KEY_STREAM),
    await streamOf(`account-${buyerId}`),
    await streamOf(`account-${sellerId}`),
  ];
  const upToPurchase = offered.filter((each) => each.event.position <= position || named(each));
  const chosen = [...transaction, ...upToPurchase, ...messages, ...accounts.flat().filter(named), ...keys];
  const streams = [own, talk, listing, KEY_STREAM].map(
    (stream, at): BundledStream => ({
      stream,
      whole: stream !== listing || upToPurchase.length === offered.length,
      map: end?.maps[at] ?? null,
    }),
  );
  return { about: { saleId, buyerId, sellerId }, chosen, end, streams };
};

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

/** Yields the files of a bundle as they are read, the index last. Undefined if there is no such transaction. */
export const transactionBundle = async (
  saleId: string,
  reader: Viewer,
  sources: BundleSources,
): Promise<{ reference: string; files: AsyncGenerator<BundleFile> } | undefined> => {
  const { proofs, files, now } = sources;
  const [entry] = await proofs.entriesOf(transactionStream(saleId));
  if (entry === undefined) return undefined;
  const created = readEntry(entry);
  const { about, chosen, end, streams } = await chosenFor(saleId, created, sources);
  const newest = chosen.reduce((position, { event }) => (event.position > position ? event.position : position), '');
  await sources.caughtUp(newest);
  const reading: Reading = { ...about, reader, circumstances: await sources.circumstancesOf(saleId) };
  const { key, witnesses } = await proofs.state(1);
  const proven = await proofs.proven(
    chosen.map(({ entry }) => entry),
    end?.size ?? 0,
  );
  const seen = chosen.map(({ event }) => maySee(event, reading));
  const facts = chosen.map(({ event: { stream, revision } }, at): BundledEvent => {
    const { leaf, index, path } = proven[at]!;
    return {
      stream,
      revision,
      file: seen[at] ? `facts/${stream}/${String(revision).padStart(4, '0')}.txt` : null,
      leaf,
      index,
      path,
    };
  });
  const shown = chosen.filter((_, at) => seen[at]);
  const opened = await sources.open(shown.map(({ event }) => event));
  const fieldsOf = <Part extends { path: string }>(part: (one: FieldOpenings) => readonly Part[], isOpen: boolean) =>
    shown.flatMap(({ event }, at) =>
      part(opened[at]!)
        .filter(({ path }) => mayOpen(event, path.slice('/data/'.length), reading) === isOpen)
        .map((each) => ({ fact: nameOf(event), ...each })),
    );
  const reference = String(created.data.transactionId);
  const readable = new Set(shown.map(({ event }) => event.id));
  const ledger = (await sources.ledgerOf(saleId)).filter(({ eventId }) => readable.has(eventId));
  const policy = policyInWords(String(created.data.policyVersion), BUNDLE_FORM);
  const index: BundleIndex = {
    form: BUNDLE_FORM,
    sale: saleId,
    reference,
    reader: readerOf(reading),
    madeAt: new Date(now()).toISOString(),
    // anybody may read usernames
    names: await sources.namesOf(about),
    logKey: key,
    witnesses,
    facts,
    streams,
    openings: fieldsOf(({ openings }) => openings, true),
    words: fieldsOf(({ words }) => words, true),
    withheld: fieldsOf(({ openings, words }) => [...openings, ...words].map(({ path }) => ({ path })), false),
    pictures: [],
    files: {},
  };

  const photos = new Map<string, Uint8Array>();

  async function* pictures(): AsyncGenerator<BundleFile> {
    const fits = photoBudget();
    // several events of a listing can name the same photo
    const given = new Set<string>();
    for (const { event } of shown) {
      const said = [...index.openings, ...index.words].filter(({ fact }) => fact === nameOf(event));
      const keys = picturesOf(event, new Map(said.map(({ path, plaintext }) => [path, plaintext])));
      for (const [place, key] of keys.entries()) {
        try {
          const found = await files.get(key, event.stream);
          if (!found) continue;
          const name = `files/${key}`;
          index.pictures.push({ fact: nameOf(event), place, file: name });
          if (given.has(name)) continue;
          given.add(name);
          const content = await buffer(found.content);
          if (fits(content.length)) photos.set(name, content);
          yield { name, content };
        } catch (error) {
          if (!(error instanceof FileAltered)) throw error;
          index.pictures.push({ fact: nameOf(event), place, file: null });
        }
      }
    }
  }

  // key changes belong to the log, not to the transaction
  const told = shown.map(({ event }) => event).filter(({ stream }) => stream !== KEY_STREAM);

  async function* all(): AsyncGenerator<BundleFile> {
    if (end) yield { name: HEAD, content: Buffer.from(end.head) };
    for (const [at, { file }] of facts.entries())
      if (file) yield { name: file, content: Buffer.from(chosen[at]!.entry) };
    yield { name: LEDGER, content: json(ledger) };
    yield { name: POLICY, content: Buffer.from(policy) };
    yield* pictures();
    yield {
      name: REPORT,
      content: Buffer.from(reportOf({ index, events: told, ledger, policy, photos })),
    };
    yield* await sources.verifier();
  }

  async function* indexed(): AsyncGenerator<BundleFile> {
    for await (const file of all()) {
      index.files[file.name] = createHash('sha256').update(file.content).digest('hex');
      yield file;
    }
    const content = json(index);
    yield { name: INDEX, content };
    yield { name: INDEX_DIGEST, content: Buffer.from(createHash('sha256').update(content).digest('hex')) };
  }
  return { reference, files: indexed() };
};
