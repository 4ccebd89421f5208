import { NoBundle, readBundle, refuseLarge } from '#application/transparency/bundle/readBundle.ts';
import {
  type BundleVerdict,
  isBeyondDoubt,
  isSound,
  verifyBundle,
} from '#application/transparency/bundle/verifyBundle.ts';
import { sha256 } from '#application/transparency/sha256.ts';
import { readKeyText } from '#application/transparency/signedNote.ts';
import type { VerifyEd25519 } from '#application/transparency/signing.ts';

/** The page inside each bundle. It works from a disk, makes no requests and runs nothing from the bundle. */

const element = (id: string): HTMLElement => document.getElementById(id)!;
const UNABLE = 'This browser cannot check Ed25519 signatures, which the log uses. Use a newer browser.';

/** Copies into an own buffer, as WebCrypto requires. */
const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

const verify: VerifyEd25519 = async (publicKey, message, signature) => {
  const key = await crypto.subtle.importKey('raw', own(publicKey), 'Ed25519', false, ['verify']).catch(() => {
    throw new NoBundle(UNABLE);
  });
  return crypto.subtle.verify('Ed25519', key, own(signature), own(message));
};

const show = (heading: string, lines: readonly { kind: string; says: string }[], state: string): void => {
  const result = element('result');
  result.dataset.state = state;
  element('verdict').textContent = heading;
  element('findings').replaceChildren(
    ...lines.map(({ kind, says }) => {
      const line = document.createElement('li');
      line.className = kind;
      line.textContent = says;
      return line;
    }),
  );
};

const say = (verdict: BundleVerdict): void => {
  const isAgainst = ({ kind }: { kind: string }) => kind === 'fails' || kind === 'doubt';
  const lines = [...verdict.findings.filter(isAgainst), ...verdict.findings.filter((each) => !isAgainst(each))];
  const proven = `${verdict.proven} of ${verdict.facts} events are proven`;
  if (!isSound(verdict)) show(`Sale ${verdict.sale}: the check failed.`, lines, 'fails');
  else if (isBeyondDoubt(verdict))
    show(`Sale ${verdict.sale}: everything that can be checked holds. ${proven}.`, lines, 'holds');
  else
    show(
      `Sale ${verdict.sale}: no change was found, but some points rest only on the operator’s word. ${proven}.`,
      lines,
      'doubt',
    );
};

const textIn = (id: string): string => (element(id) as HTMLInputElement).value;
/** Separated by whitespace. */
const keysIn = (id: string): string[] =>
  textIn(id)
    .split(/\s+/)
    .filter((key) => key !== '');

/** A typing error must not make a sound bundle look forged. @throws NoBundle */
const keyIn = (text: string, of: string): string => {
  if (!readKeyText(text, sha256)) throw new NoBundle(`“${text.slice(0, 80)}” is not a key of ${of}.`);
  return text;
};

const look = async (file: File): Promise<void> => {
  show('Checking …', [], 'busy');
  try {
    refuseLarge(file.size);
    const [logKey] = keysIn('key').map((key) => keyIn(key, 'a log'));
    const witnesses = keysIn('witnesses').map((key) => keyIn(key, 'a witness'));
    const files = readBundle(new Uint8Array(await file.arrayBuffer()));
    say(await verifyBundle(files, { sha256, verify, logKey, witnesses }));
  } catch (error) {
    const says = error instanceof NoBundle ? error.message : 'This file could not be read.';
    show('This could not be checked.', [{ kind: 'none', says }], 'fails');
  }
};

const choose = element('bundle') as HTMLInputElement;
const lookAgain = (): void => {
  const [file] = choose.files ?? [];
  if (file) void look(file);
};
choose.addEventListener('change', lookAgain);
element('check').addEventListener('click', lookAgain);
for (const id of ['key', 'witnesses']) {
  element(id).addEventListener('change', lookAgain);
  element(id).addEventListener('input', () => {
    if (choose.files?.length) show('Not checked with these keys yet.', [], 'none');
  });
}
