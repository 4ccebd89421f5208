import { toHex } from '../bytes.ts';
import { HEAD, INDEX, INDEX_DIGEST, LEDGER, POLICY, REPORT, VERIFIER } from './bundleFormat.ts';
import { type Finding, fails, nameOf, type ReadBundle, spoken } from './findings.ts';

/** Whether each file is unchanged and has a purpose. */
export const verifyFiles = ({ files, index, sha256 }: Omit<ReadBundle, 'facts'>): Finding[] => {
  const found: Finding[] = [];
  const digest = new TextDecoder().decode(files.get(INDEX_DIGEST)).trim();
  if (digest !== toHex(sha256(files.get(INDEX)!)))
    found.push(fails('The index of this bundle is not the one that it was made with.'));
  for (const [name, hash] of Object.entries(index.files)) {
    const content = files.get(name);
    if (!content) found.push(fails(`The file ${name} is missing from this bundle.`));
    else if (toHex(sha256(content)) !== hash)
      found.push(fails(`The file ${name} is not the one that this bundle was made with.`));
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
