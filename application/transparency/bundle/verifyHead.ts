import { equal } from '../bytes.ts';
import { type LogHead, readHead } from '../checkpoint.ts';
import type { Sha256 } from '../hashing.ts';
import { readKeyChain } from '../keyChange.ts';
import { COSIGNATURE, keyText, type NoteKey, readKeyText, type SignedNote } from '../signedNote.ts';
import { signerAmong, type VerifyEd25519, verifiedBy } from '../signing.ts';
import type { BundleIndex } from './bundleFormat.ts';
import { type Finding, fails, holds, inDoubt, isInstant, minuteOf, note, some } from './findings.ts';

export type Outside = {
  sha256: Sha256;
  verify: VerifyEd25519;
  /** Known from an independent source. */
  logKey?: string | undefined;
  witnesses?: readonly string[] | undefined;
};

const verifyWitness = async (
  witness: NoteKey,
  isKnown: boolean,
  read: SignedNote,
  verify: VerifyEd25519,
): Promise<Finding> => {
  const said = await verifiedBy(witness, read, verify);
  if (said === 'wrong') return fails(`The signature of the witness ${witness.name} is not a signature of this head.`);
  if (said !== 'notSigned')
    return holds(`The witness ${witness.name}${isKnown ? ', whose key you gave,' : ''} has signed this head.`);
  return inDoubt(
    `The witness ${witness.name} has not signed this head. Only the operator says that the witness saw the same log. Download the bundle again in some minutes.`,
  );
};

const verifyWitnesses = async (
  named: readonly string[],
  { witnesses: given = [], sha256, verify }: Outside,
  /** The log cannot be its own witness. */
  log: readonly NoteKey[],
  read: SignedNote,
): Promise<Finding[]> => {
  const found: Finding[] = [];
  const known = new Set(given);
  const keys = named.filter((text) => readKeyText(text, sha256));
  for (const text of new Set([...given, ...named])) {
    const witness = readKeyText(text, sha256);
    const isOwn = log.some(({ publicKey }) => witness && equal(publicKey, witness.publicKey));
    if (witness?.type === COSIGNATURE && !isOwn)
      found.push(await verifyWitness(witness, known.has(text), read, verify));
    else
      found.push(
        fails(
          known.has(text)
            ? 'The key that you gave for a witness is not the key of a witness.'
            : 'The key that this bundle names for a witness is not the key of a witness.',
        ),
      );
  }
  if (found.length === 0)
    found.push(inDoubt('No witness has signed this head. Only the operator says that everybody sees the same log.'));
  else if (given.length === 0 && keys.length > 0)
    found.push(note(`Compare the keys of the witnesses with keys from another source: ${keys.join(', ')}`));
  return found;
};

/** The content of the checkpoint, once its signature is verified. `changes`: key changes in the bundle's events. */
export const verifyHead = async (
  read: SignedNote | undefined,
  { logKey: named, witnesses }: BundleIndex,
  outside: Outside,
  changes: readonly string[],
): Promise<{ head: LogHead | undefined; findings: Finding[] }> => {
  const { sha256, verify, logKey: known } = outside;
  const none = (says: string) => ({ head: undefined, findings: [fails(says)] });
  if (!read) return none('This bundle has no signed head, so nothing proves that its events were published.');
  const key = readKeyText(known ?? named ?? '', sha256);
  if (!key)
    return none(
      known ? 'The key that you gave for the log is not a key.' : 'This bundle does not say which key signs the log.',
    );
  const keys = await readKeyChain(key, changes, sha256, verify);
  // a replaced key may no longer sign
  const signed = await signerAmong(keys.slice(keys.indexOf(key)), read, verify);
  if (signed === 'notSigned')
    return none(
      known
        ? 'The head of this bundle is not signed with the key that you gave.'
        : 'The head of this bundle is not signed with the key that it names.',
    );
  if (signed === 'wrong') return none('The head of this bundle was changed after it was signed.');
  const head = readHead(read.text);
  if (!head || head.origin !== key.name || !isInstant(head.madeAt * 1_000))
    return none('The head of this bundle belongs to another log.');
  const findings: Finding[] = [];
  if (signed > 0)
    findings.push(holds('The log has changed its key. The key that you gave names the key that signs this head.'));
  findings.push(
    holds(`The head of ${minuteOf(head.madeAt * 1_000)} over ${some(head.size, 'event')} is signed by ${key.name}.`),
  );
  if (!known) findings.push(note(`Compare the key of the log with a key from another source: ${keyText(key)}`));
  findings.push(...(await verifyWitnesses(witnesses, outside, keys, read)));
  return { head, findings };
};
