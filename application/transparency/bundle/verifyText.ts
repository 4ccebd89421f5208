import { fromUnits } from '#domain/shared/currencies.ts';
import type { StoredEvent } from '../../ports/eventStore.ts';
import type { Bytes } from '../bytes.ts';
import { canonicalJson } from '../canonicalJson.ts';
import { KEY_STREAM } from '../keyChange.ts';
import { type LedgerLine, POLICY, REPORT } from './bundleFormat.ts';
import { type Finding, fails, holds, nameOf, note, type ReadBundle, spoken, spokenOf } from './findings.ts';
import { ledgerOfTransaction } from './ledger.ts';
import { readLedger } from './readIndex.ts';
import { photoBudget } from './report/photos.ts';
import { reportOf } from './report/reports.ts';
import { isKnownPolicy, policyInWords } from './termsText.ts';
import { createdIn, transactionStreamOf } from './verifyTransaction.ts';

/** The unsigned files of the bundle are derived again from the events and compared. */

const readable = ({ facts }: ReadBundle): StoredEvent[] =>
  [...facts.values()].flatMap(({ event }) => (event ? [event] : []));

/** The transaction's events from the start, up to the first withheld or unreadable one. */
const beginningOf = (bundle: ReadBundle): StoredEvent[] => {
  const events: StoredEvent[] = [];
  for (;;) {
    const event = bundle.facts.get(nameOf({ stream: transactionStreamOf(bundle), revision: events.length }))?.event;
    if (!event) return events;
    events.push(event);
  }
};

/** The money that an event moved, in any order. */
const movedBy = (lines: readonly LedgerLine[], { id }: StoredEvent): string =>
  lines
    .filter(({ eventId }) => eventId === id)
    .map(({ account, amount, currency }) => canonicalJson([account, amount, currency]))
    .sort()
    .join('\n');

const isEven = (lines: readonly LedgerLine[]): boolean => {
  const sums = new Map<string, number>();
  for (const { eventId, currency, amount } of lines)
    sums.set(`${eventId} ${currency}`, (sums.get(`${eventId} ${currency}`) ?? 0) + fromUnits(amount, currency));
  return [...sums.values()].every((sum) => sum === 0);
};

const verifyLedger = (bundle: ReadBundle, lines: readonly LedgerLine[]): Finding[] => {
  const ids = new Set(readable(bundle).map(({ id }) => id));
  const strange = lines.find(({ eventId }) => !ids.has(eventId));
  if (strange) return [fails(`The ledger names ${strange.eventId}, which is not an event of this bundle.`)];
  if (!isEven(lines)) return [fails('The entries of the ledger do not add up to zero.')];
  const begun = beginningOf(bundle);
  const own = transactionStreamOf(bundle);
  const total = bundle.index.facts.filter(({ stream }) => stream === own).length;
  if (begun.length === 0)
    return [note('The first event of the sale cannot be read, so only the sums of the ledger are checked.')];
  const made = ledgerOfTransaction(begun);
  if (!made) return [fails('The events of this sale break its rules, so its ledger cannot be computed again.')];
  const differing = begun.filter((event) => movedBy(lines, event) !== movedBy(made, event));
  if (differing.length > 0)
    return differing.map((event) => fails(`The ledger differs from the money that ${spokenOf(nameOf(event))} moved.`));
  if (begun.length === total) return [holds('The ledger matches the events: each entry was computed again.')];
  const next = spoken(nameOf({ stream: own, revision: begun.length }));
  return [
    note(`${next} cannot be read here. The ledger matches the events before it. After it, only the sums are checked.`),
  ];
};

const verifyTerms = (bundle: ReadBundle, policy: string): Finding[] => {
  const version = createdIn(bundle)?.policyVersion;
  if (version === undefined) return [];
  if (!isKnownPolicy(version))
    return [
      note(`The sale began under the terms ${version}, which this program does not know. ${POLICY} is not checked.`),
    ];
  return policy === policyInWords(version, bundle.index.form)
    ? []
    : [fails(`${POLICY} differs from the terms ${version}, under which the sale began.`)];
};

/** The photos that the report holds, as the server chose them. */
const photosIn = ({ index, files }: ReadBundle): ReadonlyMap<string, Bytes> => {
  const photos = new Map<string, Bytes>();
  const fits = photoBudget();
  for (const name of new Set(index.pictures.map(({ file }) => file))) {
    const content = name === null ? undefined : files.get(name);
    if (name !== null && content && fits(content.length)) photos.set(name, content);
  }
  return photos;
};

const verifyReport = (bundle: ReadBundle, report: string, ledger: readonly LedgerLine[], policy: string): Finding[] => {
  // events of the log, not of the transaction
  const events = readable(bundle).filter(({ stream }) => stream !== KEY_STREAM);
  return report === reportOf({ index: bundle.index, events, ledger, policy, photos: photosIn(bundle) })
    ? [holds(`${REPORT} and ${POLICY} match the events, the texts that you may read and the ledger.`)]
    : [
        fails(
          `${REPORT} differs from the report that the events of this bundle give. Trust the events, not the report.`,
        ),
      ];
};

export const verifyTexts = (bundle: ReadBundle): Finding[] => {
  const { files, index, facts } = bundle;
  const ledger = readLedger(files);
  if ('kind' in ledger) return [ledger];
  const [policy, report] = [POLICY, REPORT].map((name) => new TextDecoder().decode(files.get(name)));
  const found = [...verifyLedger(bundle, ledger), ...verifyTerms(bundle, policy!)];
  // an unreadable event was already reported and would be missing from the derived report
  return facts.size < index.facts.length ? found : [...found, ...verifyReport(bundle, report!, ledger, policy!)];
};
