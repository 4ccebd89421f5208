import { type Bytes, toHex } from '../bytes.ts';
import { KEY_STREAM } from '../keyChange.ts';
import { readNote } from '../signedNote.ts';
import { HEAD, INDEX, INDEX_DIGEST, LEDGER, POLICY, REPORT, VERIFIER } from './bundleFormat.ts';
import { type Finding, fails, holds, type Known, nameOf, note, type ReadBundle, some, spoken } from './findings.ts';
import { readIndex } from './readIndex.ts';
import { readEvent, verifyChain, verifyInclusion } from './verifyEvents.ts';
import { verifyOpenings, verifyPictures } from './verifyFields.ts';
import { type Outside, verifyHead } from './verifyHead.ts';
import { verifyTexts } from './verifyText.ts';
import { verifyTransaction } from './verifyTransaction.ts';

/** Whether each file is unchanged and has a purpose. */
const verifyFiles = ({ files, index, sha256 }: Omit<ReadBundle, 'facts'>): Finding[] => {
  const found: Finding[] = [];
  const digest = new TextDecoder().decode(files.get(INDEX_DIGEST)).trim();
  if (digest !== toHex(sha256(files.get(INDEX)!)))
    found.push(fails('The index of this bundle was changed after it was made.'));
  for (const [name, hash] of Object.entries(index.files)) {
    const content = files.get(name);
    if (!content) found.push(fails(`The file ${name} is missing from this bundle.`));
    else if (toHex(sha256(content)) !== hash)
      found.push(fails(`The file ${name} was changed after this bundle was made.`));
  }
  const named = [...index.facts, ...index.pictures].map(({ file }) => file);
  const belonging = new Set([HEAD, LEDGER, POLICY, REPORT, ...VERIFIER, ...named]);
  for (const name of files.keys())
    if (name !== INDEX && name !== INDEX_DIGEST && !(Object.hasOwn(index.files, name) && belonging.has(name)))
      found.push(fails(`The file ${name} does not belong to this bundle.`));
  for (const name of [POLICY, REPORT])
    if (!Object.hasOwn(index.files, name)) found.push(fails(`The file ${name} is missing from this bundle.`));
  const seen = new Set<string>();
  for (const event of index.facts) {
    const name = nameOf(event);
    if (seen.has(name)) found.push(fails(`${spoken(name)} is listed twice.`));
    seen.add(name);
  }
  return found;
};

export type BundleVerdict = {
  sale: string;
  /**
   * Number of events in the bundle. `proven`: covered by the signed checkpoint; `withheld`: proven but hidden from
   * this reader.
   */
  facts: number;
  proven: number;
  withheld: number;
  findings: Finding[];
};

const isKnown = (read: Known | Finding): read is Known => 'fact' in read;

/** Recomputes everything in the bundle; trusts only the signatures. */
export const verifyBundle = async (files: ReadonlyMap<string, Bytes>, outside: Outside): Promise<BundleVerdict> => {
  const { sha256 } = outside;
  const index = readIndex(files);
  if ('kind' in index) return { sale: '', facts: 0, proven: 0, withheld: 0, findings: [index] };
  const read = index.facts.map((fact) => readEvent(fact, files, sha256));
  const events = new Map(read.filter(isKnown).map((known) => [known.name, known]));
  const bundle = { index, files, facts: events, sha256 };
  const changes = [...events.values()].flatMap(({ event, fact }) =>
    event?.stream === KEY_STREAM && fact.index !== null ? [String(event.data.change)] : [],
  );
  const written = files.get(HEAD);
  const judged = await verifyHead(written && readNote(new TextDecoder().decode(written)), index, outside, changes);
  const log = judged.head && verifyInclusion(bundle, judged.head);
  const findings = [
    ...verifyFiles(bundle),
    ...judged.findings,
    ...verifyTransaction(bundle),
    ...read.filter((each): each is Finding => !isKnown(each)),
    ...verifyChain(bundle),
    ...(log?.findings ?? []),
    ...verifyOpenings(bundle),
    ...verifyPictures(bundle),
    ...verifyTexts(bundle),
  ];
  const proven = log?.proven ?? 0;
  if (log && proven > 0 && proven === index.facts.length - log.unsealed)
    findings.push(
      holds(
        `${some(proven, 'event')} ${proven === 1 ? 'is' : 'are'} in the log as ${proven === 1 ? 'it was' : 'they were'} written.`,
      ),
    );
  const withheld = index.facts.filter(({ file }) => file === null).length;
  if (withheld > 0)
    findings.push(
      note(
        `${some(withheld, 'event')} ${withheld === 1 ? 'is' : 'are'} withheld from you. ${withheld === 1 ? 'Its hash is in its' : 'Their hashes are in their'} place.`,
      ),
    );
  return { sale: index.reference, facts: index.facts.length, proven, withheld, findings };
};

export const isSound = ({ findings }: BundleVerdict): boolean => findings.every(({ kind }) => kind !== 'fails');

/** Whether no finding depends on the operator's word. */
export const isBeyondDoubt = ({ findings }: BundleVerdict): boolean => findings.every(({ kind }) => kind !== 'doubt');
