import type { Tone } from '../ui/Badge.tsx';
import type { CheckedHistory } from './checkedHistory.ts';
import type { CheckedHead } from './checkedLog.ts';
import { facts, headWords, historyWords, type Statement } from './proofText.ts';

/** Overall verdict; "verified" only for what this browser recomputed. */
export type Seal = { tone: Tone; half?: true; label: string };

const NOT_VERIFIED: Seal = { tone: 'bad', label: 'Not verified' };

const isAgainst = (said: Statement): boolean => said.bad && !said.doubt;

/** True if a witness signed this head. Otherwise others could be shown a different log unnoticed. */
const isWitnessed = (head: CheckedHead): boolean =>
  head.kind === 'signed' &&
  head.witnesses.some(({ word }) => word === 'signed') &&
  !headWords(head).some(({ doubt }) => doubt);

const unwitnessed = (label: string): Seal => ({ tone: 'held', half: true, label: `${label}, not witnessed` });

export const headSeal = (head: CheckedHead): Seal => {
  if (head.kind === 'none') return { tone: 'off', label: 'Not sealed yet' };
  if (head.kind === 'cannotCheck') return { tone: 'off', label: 'Not verified' };
  if (headWords(head).some(isAgainst)) return NOT_VERIFIED;
  return isWitnessed(head) ? { tone: 'done', label: 'Verified in this browser' } : unwitnessed('Verified');
};

export const sealOf = (checked: CheckedHistory): Seal => {
  const { head, verdict, readInto } = checked;
  if (historyWords(checked).some(isAgainst)) return NOT_VERIFIED;
  if (head.kind !== 'signed') return { tone: 'off', label: 'Chain unbroken, not sealed' };
  if (verdict.sealedTo < 0) return { tone: 'held', half: true, label: 'Not sealed yet' };
  const witnessed = isWitnessed(head);
  const partly = (label: string): Seal => (witnessed ? { tone: 'held', half: true, label } : unwitnessed(label));
  if (verdict.sealedTo < verdict.events.length - 1) return partly(`Verified up to event ${verdict.sealedTo}`);
  const withheld = verdict.events.filter((event) => !event).length;
  if (withheld > 0) return partly(`Verified except ${facts(withheld)}`);
  const stored = readInto.length > 0 ? 'Verified as stored' : undefined;
  return witnessed ? { tone: 'done', label: stored ?? 'Verified in this browser' } : unwitnessed(stored ?? 'Verified');
};
