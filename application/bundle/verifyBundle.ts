import type { StoredEvent } from '../ports/eventStore.ts';
import { type Bytes, equal, fromBase64, toHex } from '../transparency/bytes.ts';
import { canonicalJson } from '../transparency/canonicalJson.ts';
import { type LogHead, readHead } from '../transparency/checkpoint.ts';
import { isCommittedTo } from '../transparency/commitment.ts';
import { chainHash } from '../transparency/factChain.ts';
import { readEntry } from '../transparency/factEntry.ts';
import { type Sha256, treeHashing } from '../transparency/hashing.ts';
import { KEY_STREAM, readKeyChain } from '../transparency/keyChange.ts';
import { isIncluded } from '../transparency/proofs.ts';
import { keyText, readKeyText, readNote, type SignedNote } from '../transparency/signedNote.ts';
import { signerAmong, type VerifyEd25519, verifiedBy } from '../transparency/signing.ts';
import { streamMap } from '../transparency/streamMap.ts';
import {
  BUNDLE_FORM,
  type BundledFact,
  type BundleIndex,
  HEAD,
  INDEX,
  INDEX_DIGEST,
  LEDGER,
  type LedgerLine,
} from './bundleFormat.ts';

/** `note`: neither holds nor fails, but belongs to it. `doubt`: nothing is wrong in itself, and others may have been shown another log. */
export type Finding = { kind: 'holds' | 'fails' | 'note' | 'doubt'; says: string };

export type BundleVerdict = {
  sale: string;
  /** All that the bundle speaks of; `proven`: those that the signed head covers; `withheld`: of these, what their reader may not see. */
  facts: number;
  proven: number;
  withheld: number;
  findings: Finding[];
};

type Options = {
  sha256: Sha256;
  verify: VerifyEd25519 /** As it is known from elsewhere. */;
  logKey?: string | undefined;
};

const decoder = new TextDecoder('utf-8', { fatal: true });
const hashOf = (text: string): Bytes => fromBase64(text) ?? new Uint8Array();

type Known = { fact: BundledFact; name: string; event: StoredEvent | undefined };

const fails = (says: string): Finding => ({ kind: 'fails', says });
const holds = (says: string): Finding => ({ kind: 'holds', says });
const inDoubt = (says: string): Finding => ({ kind: 'doubt', says });
const note = (says: string): Finding => ({ kind: 'note', says });

const nameOf = ({ stream, revision }: Pick<BundledFact, 'stream' | 'revision'>): string => `${stream}/${revision}`;
const spoken = (fact: string): string => {
  const at = fact.lastIndexOf('/');
  return `Revision ${fact.slice(at + 1)} of ${fact.slice(0, at)}`;
};
const some = (count: number, one: string): string => (count === 1 ? `1 ${one}` : `${count} ${one}s`);

const readIndex = (files: ReadonlyMap<string, Bytes>): BundleIndex | undefined => {
  try {
    const index = JSON.parse(decoder.decode(files.get(INDEX))) as BundleIndex;
    const lists = [index.facts, index.streams, index.openings, index.words, index.pictures, index.witnesses];
    return index.form === BUNDLE_FORM && lists.every(Array.isArray) && typeof index.files === 'object'
      ? index
      : undefined;
  } catch {
    return undefined; // whoever asks says so
  }
};

const changedFiles = (files: ReadonlyMap<string, Bytes>, index: BundleIndex, sha256: Sha256): Finding[] => {
  const found: Finding[] = [];
  const digest = files.get(INDEX_DIGEST);
  if (!digest || decoder.decode(digest).trim() !== toHex(sha256(files.get(INDEX)!)))
    found.push(fails('The index of this bundle is not the one that it was made with.'));
  for (const [name, hash] of Object.entries(index.files)) {
    const content = files.get(name);
    if (!content) found.push(fails(`The file ${name} is missing from this bundle.`));
    else if (toHex(sha256(content)) !== hash)
      found.push(fails(`The file ${name} is not the one that this bundle was made with.`));
  }
  for (const name of files.keys())
    if (name !== INDEX && name !== INDEX_DIGEST && !Object.hasOwn(index.files, name))
      found.push(fails(`The file ${name} does not belong to this bundle.`));
  return found;
};

/** What stands in the head, once its signature is verified. */
const judgeHead = async (
  read: SignedNote | undefined,
  { logKey: named, witnesses }: BundleIndex,
  { sha256, verify, logKey: known }: Options,
  /** What the facts of the bundle say about keys of the log. */
  changes: readonly string[],
): Promise<{ head: LogHead | undefined; findings: Finding[] }> => {
  if (!read)
    return {
      head: undefined,
      findings: [fails('This bundle has no signed head, so nothing shows that its facts were ever published.')],
    };
  const key = readKeyText(known ?? named ?? '', sha256);
  if (!key)
    return {
      head: undefined,
      findings: [
        fails(
          known
            ? 'What was given as the key of the log is no key.'
            : 'This bundle does not say which key signs the log.',
        ),
      ],
    };
  const findings: Finding[] = [];
  const keys = await readKeyChain(key, changes, sha256, verify);
  // whoever was replaced signs no more
  const signed = await signerAmong(keys.slice(keys.indexOf(key)), read, verify);
  const head = readHead(read.text);
  if (signed === 'notSigned')
    findings.push(
      fails(
        known
          ? 'The head of this bundle is not signed with the key that you gave.'
          : 'The head of this bundle is not signed with the key that it names.',
      ),
    );
  else if (signed === 'wrong') findings.push(fails('The head of this bundle is not what was signed.'));
  if (signed === 'notSigned' || signed === 'wrong' || !head || head.origin !== key.name) {
    if (findings.length === 0) findings.push(fails('The head of this bundle is none of this log.'));
    return { head: undefined, findings };
  }
  const at = new Date(head.madeAt * 1000).toISOString().slice(0, 16).replace('T', ' ');
  if (signed > 0)
    findings.push(
      holds('The log has changed its key since: the one that was given has named the one that signs this head.'),
    );
  findings.push(holds(`The head of ${at} UTC over ${some(head.size, 'fact')} is signed by ${key.name}.`));
  if (!known) findings.push(note(`Compare the key of the log with one that you know from elsewhere: ${keyText(key)}`));
  for (const text of witnesses) {
    const witness = readKeyText(text, sha256);
    const said = witness ? await verifiedBy(witness, read, verify) : 'wrong';
    if (said === 'wrong')
      findings.push(fails(`The signature of the witness ${witness?.name ?? text} is not over this head.`));
    else
      findings.push(
        said === 'notSigned'
          ? inDoubt(
              `The witness ${witness!.name} has not signed this head: that it was shown the same log, only the operator says. A bundle that is got again some minutes later has its line.`,
            )
          : holds(`The witness ${witness!.name} has signed this head too.`),
      );
  }
  if (witnesses.length === 0)
    findings.push(note('No witness has signed this head: that nobody was shown another log, only the operator says.'));
  return { head, findings };
};

const readFact = (fact: BundledFact, files: ReadonlyMap<string, Bytes>, sha256: Sha256): Known | Finding => {
  const name = nameOf(fact);
  if (fact.file === null) return { fact, name, event: undefined };
  const changed = fails(`${spoken(name)} is not what was written.`);
  const content = files.get(fact.file);
  if (!content || !equal(treeHashing(sha256).leaf(content), hashOf(fact.leaf))) return changed;
  try {
    const event = readEntry(decoder.decode(content));
    if (nameOf(event) !== name || chainHash(event, sha256) !== event.metadata.hash) return changed;
    return { fact, name, event };
  } catch {
    return changed;
  }
};

const judgeStream = (
  { stream, whole, map: proof }: BundleIndex['streams'][number],
  facts: ReadonlyMap<number, Known>,
  /** Which revisions are said to be here; what is wrong with one of these is told of it. */
  listed: ReadonlySet<number>,
  head: LogHead | undefined,
  sha256: Sha256,
): Finding[] => {
  const found: Finding[] = [];
  for (const [revision, { event, name }] of facts) {
    const before = facts.get(revision - 1)?.event;
    if (event && before && event.metadata.prevHash !== before.metadata.hash)
      found.push(fails(`${spoken(name)} does not follow the one before it.`));
  }
  if (!whole || !head) return found;
  if (!proof) return [...found, fails(`Nothing shows where the history ${stream} ends.`)];
  const beside = proof.beside.map(hashOf);
  const end = proof.end
    ? { key: hashOf(proof.end.key), revision: proof.end.revision, leaf: hashOf(proof.end.leaf) }
    : undefined;
  const proven = streamMap(sha256).provenEnd(stream, { beside, end }, head.mapRoot);
  if (proven === undefined) return [...found, fails(`What is said of the end of ${stream} is not what the head says.`)];
  if (proven === 'none') return found;
  const last = facts.get(proven.revision);
  const missing = Array.from({ length: proven.revision + 1 }, (_, revision) => revision).find(
    (revision) => !listed.has(revision),
  );
  if (missing !== undefined)
    found.push(fails(`Revision ${missing} of ${stream} is not in this bundle; ${proven.revision} had been sealed.`));
  else if (last && !equal(hashOf(last.fact.leaf), proven.leaf))
    found.push(fails(`${spoken(last.name)} is not the one that had been sealed.`));
  return found;
};

const judgeOpenings = (
  { openings, words }: BundleIndex,
  facts: ReadonlyMap<string, Known>,
  sha256: Sha256,
): Finding[] => {
  const found: Finding[] = [];
  for (const { fact, path, salt, plaintext } of openings) {
    const field = path.replace(/^\/data\//, '');
    const sealed = facts.get(fact)?.event?.data[field] as { commitment?: unknown } | undefined;
    const commitment = typeof sealed?.commitment === 'string' ? sealed.commitment : '';
    if (!isCommittedTo(commitment, salt, canonicalJson(plaintext), sha256))
      found.push(fails(`What is shown as ${field} of ${spoken(fact).toLowerCase()} is not what was written there.`));
  }
  if (found.length === 0 && openings.length > 0)
    found.push(
      holds(
        `${some(openings.length, 'personal field')} that you may read ${openings.length === 1 ? 'is' : 'are'} what was written.`,
      ),
    );
  if (words.length > 0)
    found.push(
      note(
        `${some(words.length, 'personal field')} ${words.length === 1 ? 'was' : 'were'} written before personal fields could be proven; here the marketplace’s word stands for it.`,
      ),
    );
  return found;
};

type AttachedFile = { sha256Stored?: unknown };

const judgePictures = (
  { pictures }: BundleIndex,
  files: ReadonlyMap<string, Bytes>,
  facts: ReadonlyMap<string, Known>,
  sha256: Sha256,
): Finding[] => {
  const found: Finding[] = [];
  let unbound = 0;
  for (const { fact, place, file } of pictures) {
    const at = `Picture ${place + 1} of ${spoken(fact).toLowerCase()}`;
    const attached = facts.get(fact)?.event?.data.files as (AttachedFile | null)[] | undefined;
    const content = file === null ? undefined : files.get(file);
    if (file === null) found.push(fails(`${at} is not here: what lies in its place is not the one that was uploaded.`));
    else if (!attached || attached[place] === null) unbound++;
    else if (!content || toHex(sha256(content)) !== attached[place]?.sha256Stored)
      found.push(fails(`${at} is not the one that was uploaded.`));
  }
  if (found.length === 0 && pictures.length > unbound)
    found.push(
      holds(
        `${some(pictures.length - unbound, 'picture')} ${pictures.length - unbound === 1 ? 'is' : 'are'} what the facts bind.`,
      ),
    );
  if (unbound > 0)
    found.push(
      note(
        `${some(unbound, 'picture')} ${unbound === 1 ? 'was' : 'were'} attached before pictures were bound; nothing shows that ${unbound === 1 ? 'it is' : 'they are'} the same.`,
      ),
    );
  return found;
};

const judgeLedger = (files: ReadonlyMap<string, Bytes>, facts: ReadonlyMap<string, Known>): Finding[] => {
  const lines = JSON.parse(decoder.decode(files.get(LEDGER))) as LedgerLine[];
  const events = new Map([...facts.values()].flatMap(({ event }) => (event ? [[event.id, event] as const] : [])));
  const hidden = [...facts.values()].some(({ event }) => !event);
  const unknown = lines.filter(({ eventId }) => !events.has(eventId));
  const sums = new Map<string, number>();
  for (const { eventId, currency, amount } of lines)
    sums.set(`${eventId} ${currency}`, (sums.get(`${eventId} ${currency}`) ?? 0) + Math.round(amount * 100));
  const found: Finding[] = [];
  if ([...sums.values()].some((sum) => sum !== 0))
    found.push(fails('The entries of the ledger do not add up to nothing.'));
  if (unknown.length > 0 && !hidden)
    found.push(
      fails(
        `${some(unknown.length, 'entry')} of the ledger names no fact of this bundle.`.replace('entrys', 'entries'),
      ),
    );
  return found.length > 0 || lines.length === 0
    ? found
    : [holds('Each entry of the ledger names its fact, and those of each fact add up to nothing.')];
};

/** Recomputes what the bundle says, and believes nothing but the signatures. */
export const verifyBundle = async (files: ReadonlyMap<string, Bytes>, options: Options): Promise<BundleVerdict> => {
  const { sha256 } = options;
  const index = readIndex(files);
  if (!index)
    return {
      sale: '',
      facts: 0,
      proven: 0,
      withheld: 0,
      findings: [fails('This zip is no bundle of a sale, or its index was damaged.')],
    };
  const findings = changedFiles(files, index, sha256);
  const hashing = treeHashing(sha256);
  const read = index.facts.map((fact) => readFact(fact, files, sha256));
  const changes = read.flatMap((each) =>
    'event' in each && each.event?.stream === KEY_STREAM && each.fact.index !== null
      ? [String(each.event.data.change)]
      : [],
  );
  const written = files.get(HEAD);
  const { head, findings: ofHead } = await judgeHead(
    written && readNote(new TextDecoder().decode(written)),
    index,
    options,
    changes,
  );
  findings.push(...ofHead);

  findings.push(...read.filter((each): each is Finding => 'kind' in each));
  const facts = new Map(read.flatMap((each) => ('kind' in each ? [] : [[each.name, each] as const])));
  let proven = 0;
  let unsealed = 0;
  for (const { fact, name } of facts.values()) {
    if (fact.index === null) unsealed++;
    else if (!head) continue;
    else if (
      isIncluded(
        { leaf: hashOf(fact.leaf), index: fact.index, size: head.size, path: fact.path.map(hashOf) },
        head.root,
        hashing,
      )
    )
      proven++;
    else findings.push(fails(`${spoken(name)} is not in the log that was published.`));
  }
  for (const stream of index.streams) {
    const own = [...facts.values()].filter(({ fact }) => fact.stream === stream.stream);
    const listed = new Set(index.facts.filter((fact) => fact.stream === stream.stream).map(({ revision }) => revision));
    const known = new Map(own.map((each) => [each.fact.revision, each]));
    findings.push(...judgeStream(stream, known, listed, head, sha256));
  }
  findings.push(...judgeOpenings(index, facts, sha256), ...judgePictures(index, files, facts, sha256));
  try {
    findings.push(...judgeLedger(files, facts));
  } catch {
    findings.push(fails('The ledger of this bundle cannot be read.'));
  }
  const withheld = index.facts.filter(({ file }) => file === null).length;
  if (head && proven === index.facts.length - unsealed)
    findings.push(
      holds(
        `${some(proven, 'fact')} ${proven === 1 ? 'is' : 'are'} in the log as ${proven === 1 ? 'it was' : 'they were'} written.`,
      ),
    );
  if (unsealed > 0)
    findings.push(
      note(
        `${some(unsealed, 'newer fact')} ${unsealed === 1 ? 'is' : 'are'} not sealed yet: get the bundle again in some minutes.`,
      ),
    );
  if (withheld > 0)
    findings.push(
      note(
        `${some(withheld, 'fact')} ${withheld === 1 ? 'is' : 'are'} not yours to read; ${withheld === 1 ? 'its hash stands' : 'their hashes stand'} in ${withheld === 1 ? 'its' : 'their'} place, and ${withheld === 1 ? 'is' : 'are'} in the log.`,
      ),
    );
  return { sale: index.reference, facts: index.facts.length, proven, withheld, findings };
};

export const isSound = ({ findings }: BundleVerdict): boolean => findings.every(({ kind }) => kind !== 'fails');

/** Whether each witness that it names has signed its head. */
export const isWitnessed = ({ findings }: BundleVerdict): boolean => findings.every(({ kind }) => kind !== 'doubt');
