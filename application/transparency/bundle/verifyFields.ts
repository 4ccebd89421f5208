import { toHex } from '../bytes.ts';
import { canonicalJson } from '../canonicalJson.ts';
import { isCommittedTo } from '../commitment.ts';
import type { BundledWord } from './bundleFormat.ts';
import { type Finding, fails, holds, note, type ReadBundle, some, spokenOf } from './findings.ts';
import { isRecord } from './shape.ts';

const PLACE = /^\/data\/([^/]+)$/;

/** A personal field as stored; undefined if no event in the bundle has it. */
const sealedAt = ({ facts: events }: ReadBundle, { fact, path }: Pick<BundledWord, 'fact' | 'path'>) => {
  const field = PLACE.exec(path)?.[1] ?? path;
  const data = events.get(fact)?.event?.data ?? {};
  const sealed = Object.hasOwn(data, field) ? data[field] : undefined;
  const isSealed = isRecord(sealed) && typeof sealed.$personal === 'string';
  return { field, sealed: isSealed && PLACE.test(path) ? sealed : undefined };
};

export const verifyOpenings = (bundle: ReadBundle): Finding[] => {
  const { openings, words, withheld = [] } = bundle.index;
  const found: Finding[] = [];
  const differs = (field: string, fact: string) =>
    fails(`The text that is shown as ${field} of ${spokenOf(fact)} is not the text that was written.`);
  for (const opening of openings) {
    const { field, sealed } = sealedAt(bundle, opening);
    const commitment = typeof sealed?.commitment === 'string' ? sealed.commitment : '';
    if (!isCommittedTo(commitment, opening.salt, canonicalJson(opening.plaintext), bundle.sha256))
      found.push(differs(field, opening.fact));
  }
  for (const word of words) {
    const { field, sealed } = sealedAt(bundle, word);
    if (!sealed) found.push(differs(field, word.fact));
    else if (sealed.commitment !== undefined)
      found.push(
        fails(
          `The text that is shown as ${field} of ${spokenOf(word.fact)} has no proof, but it was written with one.`,
        ),
      );
  }
  const shown = new Set([...openings, ...words].map(({ fact, path }) => `${fact}${path}`));
  for (const each of withheld) {
    const { field, sealed } = sealedAt(bundle, each);
    if (!sealed || shown.has(`${each.fact}${each.path}`))
      found.push(fails(`The index names ${field} of ${spokenOf(each.fact)} as withheld, but it is not.`));
  }
  if (found.length === 0 && openings.length > 0)
    found.push(
      holds(
        `${some(openings.length, 'personal field')} that you may read ${openings.length === 1 ? 'is' : 'are'} unchanged.`,
      ),
    );
  if (words.length > 0)
    found.push(
      note(
        `${some(words.length, 'personal field')} ${words.length === 1 ? 'was' : 'were'} written before personal fields had proofs. Only the marketplace vouches for ${words.length === 1 ? 'it' : 'them'}.`,
      ),
    );
  return found;
};

/** The attachments that an event declares, in order; undefined for events written before attachments had hashes. */
const attachedIn = (data: Record<string, unknown> | undefined): unknown[] | undefined =>
  Array.isArray(data?.files) ? data.files : undefined;

const storedHash = (attached: unknown): unknown => (isRecord(attached) ? attached.sha256Stored : undefined);

/** Number of attached files that are missing from the bundle. */
const absentIn = ({ index, facts: events }: ReadBundle): number => {
  const here = new Set(index.pictures.map(({ fact, place }) => `${fact} ${place}`));
  return [...events.values()].reduce((sum, { name, event }) => {
    const bound = attachedIn(event?.data) ?? [];
    return sum + bound.filter((each, place) => each !== null && !here.has(`${name} ${place}`)).length;
  }, 0);
};

export const verifyPictures = (bundle: ReadBundle): Finding[] => {
  const { index, files, facts: events, sha256 } = bundle;
  const found: Finding[] = [];
  let unbound = 0;
  for (const { fact, place, file } of index.pictures) {
    const at = `Picture ${place + 1} of ${spokenOf(fact)}`;
    const event = events.get(fact)?.event;
    const attached = attachedIn(event?.data);
    const content = file === null ? undefined : files.get(file);
    if (!event) found.push(fails(`${at} belongs to no event of this bundle.`));
    else if (file === null) found.push(fails(`${at} is missing: the stored file is not the one that was uploaded.`));
    else if (!attached || attached[place] === null) unbound++;
    else if (!content || toHex(sha256(content)) !== storedHash(attached[place]))
      found.push(fails(`${at} is not the one that was uploaded.`));
  }
  const bound = index.pictures.length - unbound;
  if (found.length === 0 && bound > 0)
    found.push(
      holds(`${some(bound, 'picture')} ${bound === 1 ? 'is the one that was' : 'are the ones that were'} uploaded.`),
    );
  if (unbound > 0)
    found.push(
      note(
        `${some(unbound, 'picture')} ${unbound === 1 ? 'was' : 'were'} attached before pictures had hashes. Nothing proves that ${unbound === 1 ? 'it is' : 'they are'} unchanged.`,
      ),
    );
  const absent = absentIn(bundle);
  if (absent > 0)
    found.push(
      note(
        `${some(absent, 'picture')} that the events name ${absent === 1 ? 'is' : 'are'} not in this bundle. The bundle does not say why: its reader may not see ${absent === 1 ? 'it, it was' : 'them, they were'} erased, or somebody left ${absent === 1 ? 'it' : 'them'} out.`,
      ),
    );
  return found;
};
