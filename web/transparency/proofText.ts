import type { LogHead } from '#application/transparency/checkpoint.ts';
import type { HistoryFault } from '#application/transparency/history.ts';
import { dateTime } from '../ui/dates.ts';
import type { CheckedHistory } from './checkedHistory.ts';
import { type CheckedHead, LATE_MS, LATE_TERM, type Since, type Witnessed } from './checkedLog.ts';
import type { ReadInto } from './storedHistory.ts';

/** `2026-11-22 03:00:00 UTC`: the same for every reader. */
export const inUtc = (seconds: number): string =>
  `${new Date(seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
export const facts = (count: number): string => `${count.toLocaleString('en-GB')} ${count === 1 ? 'event' : 'events'}`;
/** `aside`: neutral. `doubt`: no fault found, but others may be shown a different log. */
export type Statement = { bad: boolean; aside?: true; doubt?: true; words: string };
const aside = (words: string): Statement => ({ bad: false, aside: true, words });
export const good = (words: string): Statement => ({ bad: false, words });
const doubt = (words: string): Statement => ({ bad: true, doubt: true, words });
export const bad = (words: string): Statement => ({ bad: true, words });

export const faultWords = (fault: HistoryFault, head: LogHead | undefined): string => {
  switch (fault.kind) {
    case 'chain':
      return `Revision ${fault.revision} was changed after it was recorded.`;
    case 'log':
      return `Revision ${fault.revision} is not in the log published at ${inUtc(head?.madeAt ?? 0)}.`;
    case 'end':
      return `This history ends at revision ${fault.last}, but revision ${fault.sealed} had been sealed.`;
    case 'map':
      return 'The end of this history is not proven: the log’s answer does not lead to its signed map.';
  }
};

export const sinceWords = (since: Since): Statement => {
  const seen = since.kind === 'first' ? '' : `of ${inUtc(since.kept.madeAt)}, over ${facts(since.kept.size)}`;
  switch (since.kind) {
    case 'first':
      return aside('This browser has not seen this log before. From now on it compares the log with this head.');
    case 'grown':
      return good(
        `Nothing was rewritten since the head that this browser had saved, ${seen}.${since.newKey ? ' The log has a new key, which the old key named in the log.' : ''}`,
      );
    case 'older':
      return bad(`The log ends before the head that this browser has saved, ${seen}: events were removed.`);
    case 'forked':
      return bad(
        `This is a different log from the one this browser has seen: the head it has saved, ${seen}, is not the beginning of this one.`,
      );
    case 'otherKey':
      return bad(`The log is signed with a different key from the head that this browser has saved, ${seen}.`);
  }
};

const headOf = ({ madeAt, size }: LogHead): string => `the head of ${inUtc(madeAt)}, over ${facts(size)}`;

const witnessWords = ({ name, word, at, last }: Witnessed): Statement => {
  switch (word) {
    case 'dropped':
      return bad(`The operator no longer names the witness ${name}, which this browser has saved.`);
    case 'otherKey':
      return bad(`The operator names a different key for the witness ${name} than this browser has saved.`);
    case 'wrong':
      return bad(`The operator shows you a different log than it showed the witness ${name}.`);
    case 'forked':
      return bad(
        `The operator shows you a different log than it showed the witness ${name}: ${last && headOf(last)}, which it has signed, is not the beginning of this one.`,
      );
    case 'silent':
      return doubt(
        last
          ? `The witness ${name} last signed ${headOf(last)}, and nothing since: only the operator says that it was shown the same log.`
          : `The witness ${name} has signed none of the heads shown here: only the operator says that it was shown the same log.`,
      );
    case 'notSigned':
      return aside(`The witness ${name} has not signed this head yet.`);
    case 'signed':
      return good(`The witness ${name} has signed it${at === undefined ? '' : `, at ${inUtc(at)}`}.`);
  }
};

const NO_WITNESS = 'No witness signs this log: only the operator says that others are shown the same log.';

/** Findings about a head itself. */
export const headWords = (head: CheckedHead): Statement[] => {
  switch (head.kind) {
    case 'none':
      return [aside('The log has no signed head yet.')];
    case 'cannotCheck':
      return [
        aside(
          'This browser cannot check the signature of the log: it has no Ed25519, or this page was not loaded over https.',
        ),
      ];
    case 'notSigned':
      return [bad('The head of the log is not signed with the key of the log.')];
    case 'rewritten':
      return [bad('The head of the log is not the one that was signed.')];
    case 'signed': {
      const { size, madeAt, origin } = head.head;
      return [
        good(`Sealed in the head of ${inUtc(madeAt)}, over ${facts(size)}, signed by ${origin}.`),
        ...head.witnesses.map(witnessWords),
        ...(head.named.length === 0 ? [aside(NO_WITNESS)] : []),
        sinceWords(head.since),
      ];
    }
  }
};

/** `now`: by the log's clock. */
export const unsealedWords = (count: number, oldest: number, now: number): Statement => {
  const are = count === 1 ? '1 newer event is' : `${count} newer events are`;
  if (now - oldest < LATE_MS)
    return aside(`${are} not sealed yet; ${count === 1 ? 'it' : 'they'} will be within ${LATE_TERM}.`);
  return bad(
    `${are} not sealed, though the first was recorded at ${dateTime(new Date(oldest).toISOString())}: the log has stalled.`,
  );
};

const readIntoWords = ({ revision, version, fields }: ReadInto): Statement => {
  const begin = `Revision ${revision} was recorded in an earlier format (version ${version})`;
  if (!fields) return aside(`${begin}: this screen may show more than is stored.`);
  const are = fields.length === 1 ? 'is shown in today’s format, and is' : 'are shown in today’s format, and are';
  return aside(`${begin}: ${fields.join(', ')} ${are} not stored that way.`);
};

const withheldWords = (count: number): Statement =>
  aside(
    count === 1
      ? 'You cannot read 1 event as it is stored, because it was recorded before personal fields were encrypted. Its hash takes its place, and what this screen shows of it is not compared.'
      : `You cannot read ${count} events as they are stored, because they were recorded before personal fields were encrypted. Their hashes take their place, and what this screen shows of them is not compared.`,
  );

/** What an invalid head leaves unproven. */
const unsealedByWords = ({ kind }: CheckedHead, stream: string, proven: CheckedHistory['facts']): Statement[] => {
  const last = proven.findLastIndex(({ index }) => index !== null);
  if ((kind !== 'notSigned' && kind !== 'rewritten') || last < 0) return [];
  const before = last === 0 ? 'is' : 'and those before it are';
  return [bad(`Nothing shows that revision ${last} of ${stream} ${before} what was sealed.`)];
};

/** All findings about a history, most important first. */
export const historyWords = ({
  stream,
  head,
  verdict,
  facts: proven,
  shownOtherwise,
  readInto,
  now,
}: CheckedHistory): Statement[] => {
  const signed = head.kind === 'signed' ? head.head : undefined;
  const { events, faults, sealedTo, enteredAtOnce } = verdict;
  const withheld = events.filter((event) => !event).length;
  const newer = events.slice(sealedTo + 1);
  const oldest = newer.find((event) => event !== undefined);
  const mapFails = faults.some(({ kind }) => kind === 'map');
  return [
    ...faults.map((fault) => bad(faultWords(fault, signed))),
    ...shownOtherwise.map((revision) => bad(`Revision ${revision} is shown differently from how it is stored.`)),
    ...readInto.map(readIntoWords),
    ...(faults.some(({ kind }) => kind === 'chain')
      ? []
      : [good(`The hash chain holds: ${facts(events.length - withheld)}, each linked to the one before it.`)]),
    ...(withheld > 0 ? [withheldWords(withheld)] : []),
    ...headWords(head),
    ...unsealedByWords(head, stream, proven),
    ...(signed && oldest && !mapFails ? [unsealedWords(newer.length, oldest.recordedAt, now)] : []),
    ...(enteredAtOnce > 0
      ? [
          aside(
            `${facts(enteredAtOnce)} of it existed before the log began: proven from then on, and only chained before.`,
          ),
        ]
      : []),
  ];
};
