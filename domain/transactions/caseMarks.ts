import type { Instant } from '../shared/instants.ts';
import type { CaseKind, ImpliedCase, OutsideCase } from './caseKinds.ts';

/** When the reason of each staff case began; `openCases` reads from the transaction whether it still holds. */
export type Marks = Readonly<Partial<Record<Exclude<CaseKind, OutsideCase | ImpliedCase>, Instant>>>;
type Kind = keyof Marks;

type Marking = (data: { at: Instant }, marks: Marks) => Marks;

/** A case that is open already keeps its date. */
export const opens =
  (kind: Kind): Marking =>
  ({ at }, marks) => ({ ...marks, [kind]: marks[kind] ?? at });

/** The case begins now, even if it was open. */
export const reopens =
  (kind: Kind): Marking =>
  ({ at }, marks) => ({ ...marks, [kind]: at });

export const without = (marks: Marks, ...kinds: Kind[]): Marks =>
  kinds.every((kind) => marks[kind] === undefined)
    ? marks
    : Object.fromEntries(Object.entries(marks).filter(([kind]) => !kinds.includes(kind as Kind)));

export const closes =
  (...kinds: Kind[]): Marking =>
  (_, marks) =>
    without(marks, ...kinds);

const CAUSES = [
  'heldTooLong',
  'payoutFailed',
  'payoutSilent',
  'refundFailed',
  'refundSilent',
  'providerSilent',
  'sellerSuspended',
] as const satisfies Kind[];
/** Whether the cause of an escalation is a kind of case. */
export const isCause = (cause: string): cause is (typeof CAUSES)[number] =>
  (CAUSES as readonly string[]).includes(cause);
