import { eventInFull, isTransactionEvent } from '#domain/notifications/inFull/inFull.ts';
import { formatCents } from '#domain/shared/euros.ts';
import { MINUTE } from '#domain/shared/instants.ts';
import type { StoredEvent } from '../../../ports/eventStore.ts';
import { type Bytes, fromBase64, toHex } from '../../bytes.ts';
import type { BundleIndex, LedgerLine } from '../bundleFormat.ts';
import { nameOf } from '../findings.ts';
import { html } from './html.ts';
import { amsterdam, inBothZones, utc } from './instants.ts';
import { moneySections } from './money.ts';
import { otherEventInFull } from './otherEvents.ts';
import { begun, type People, peopleIn } from './people.ts';
import { photosOf } from './photos.ts';
import { quotesOf } from './quotes.ts';
import { styleOf } from './style.ts';
import { termsSection } from './terms.ts';
import type { ReportWords } from './words.ts';

/** `photos`: those that fit into the page, by file of the bundle. */
export type Told = {
  index: BundleIndex;
  events: readonly StoredEvent[];
  ledger: readonly LedgerLine[];
  policy: string;
  photos: ReadonlyMap<string, Bytes>;
};

const sentenceOf = (
  event: StoredEvent,
  { buyer, seller, staff, nameOf: named }: People,
  sentences: ReportWords['sentences'],
): string => {
  const who = begun(named(event.metadata.actor));
  return isTransactionEvent(event.type)
    ? eventInFull(event.type, event.data, { who, buyer, seller, staff, on: amsterdam }, sentences)
    : otherEventInFull(event.type, event.data, who);
};

const READERS: Record<BundleIndex['reader'], string> = {
  buyer: 'the buyer',
  seller: 'the seller',
  staff: 'staff',
  auditor: 'an auditor',
};

/** Characters of markup. A longer event may be printed across two pages. */
const A_THIRD_OF_A_PAGE = 1_500;

/** The instant that the rules used, and the time of storage if it is another: deadlines count from the first. */
const whenOf = ({ data, recordedAt }: StoredEvent): string => {
  const at = typeof data.at === 'number' ? data.at : recordedAt;
  const [day, here, there] = inBothZones(at);
  const stored = Math.abs(recordedAt - at) > MINUTE ? `<br>stored<br>${utc(recordedAt)} UTC` : '';
  return `<div class="when">${day}<br>${here}<br><span class="meta">${there}${stored}</span></div>`;
};

/** The last event of the sale, also if this reader may not read it. Its hash covers all earlier ones. */
const lastOf = ({ facts, sale }: BundleIndex) => {
  const own = facts.filter(({ stream }) => stream === `transaction-${sale}`);
  const last = own.toSorted((one, other) => other.revision - one.revision)[0];
  const leaf = last && fromBase64(last.leaf);
  return (
    last &&
    leaf && {
      revision: last.revision,
      hash: toHex(leaf),
      total: own.length,
      withheld: own.filter(({ file }) => file === null).length,
    }
  );
};

const amount = (value: unknown): string => (typeof value === 'number' ? formatCents(value) : 'unknown');

const summary = (events: readonly StoredEvent[], { names }: BundleIndex): string => {
  const created = events.find(({ type }) => type === 'TransactionCreated')?.data ?? {};
  const shipping = events.findLast(({ type }) => type === 'ShippingSet')?.data;
  const item = created.item as { title?: unknown } | undefined;
  const rows = [
    ['Item', String(item?.title ?? 'unknown')],
    ['Buyer', names?.buyer ?? 'erased'],
    ['Seller', names?.seller ?? 'erased'],
    ['Price', amount(created.amount)],
    ['Platform fee', amount(created.fee)],
    ...(shipping
      ? [
          ['Shipping', amount(shipping.shippingCost)],
          ['Total', amount(shipping.total)],
        ]
      : []),
  ];
  return `<dl>${rows.map(([label, value]) => `<dt>${label}</dt><dd><bdi>${html(value!)}</bdi></dd>`).join('')}</dl>`;
};

/** A report of the bundle that can be read and printed without anything else. `words`: those of the bundle's form. */
export const reportOf =
  (words: ReportWords) =>
  ({ index, events: given, ledger, policy, photos: shown }: Told): string => {
    const events = given.toSorted((one, other) => (one.position < other.position ? -1 : 1));
    const people = peopleIn(events, index);
    const quotes = quotesOf(index, words);
    const photos = photosOf(index, shown);
    const numbers = new Map(events.map(({ id }, at) => [id, at + 1]));
    const last = lastOf(index);
    const created = events.find(({ type }) => type === 'TransactionCreated');
    const story = events.map((event, at) => {
      const by = people.nameOf(event.metadata.actor);
      const rest = `${quotes(event)}${photos(nameOf(event), at + 1)}`;
      return `<article class="event${rest.length < A_THIRD_OF_A_PAGE ? ' short' : ''}"><b>${at + 1}</b>${whenOf(event)}<div><p class="said">${html(sentenceOf(event, people, words.sentences))}</p><p class="meta">By ${html(by)} · ${html(event.stream.split('-')[0]!)}, revision ${event.revision}</p>${rest}</div></article>`;
    });
    const money = moneySections({ ledger, events, numberOf: (id) => numbers.get(id) ?? 0 });
    const seal = last ? `${words.lastEvent(last.revision)} · SHA-256 ${last.hash}` : 'No event of this sale is listed';
    const reference = html(index.reference);
    // a CSS string: the reference is letters and digits unless somebody forged it
    const footer = JSON.stringify(`Sale ${index.reference.replace(/[^\w-]/g, '?')}\n${seal}`).replace('\\n', '\\A ');
    const missing = last?.withheld ? `<p>${words.withheldEvents(last.withheld)}</p>` : '';
    const keys = [['Log', index.logKey ?? 'none'], ...index.witnesses.map((key) => ['Witness', key])];
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"><meta name="viewport" content="width=device-width"><title>Sale ${reference}</title><style>${styleOf(footer)}</style></head><body><main>
<h1>Record of the sale ${reference}</h1>
<p>Made for ${READERS[index.reader]} on ${amsterdam(Date.parse(index.madeAt))} Amsterdam time (${utc(Date.parse(index.madeAt))} UTC). Times in sentences are Amsterdam time.</p>
<h2>The sale</h2>${summary(events, index)}
${money.sums}
<h2>What happened</h2>${missing}${story.join('\n')}
${money.entries}
${termsSection(String(created?.data.policyVersion), policy)}
${words.verifying}<dl>${keys.map(([label, key]) => `<dt>${label}</dt><dd class="hash">${html(key!)}</dd>`).join('')}</dl>
</main><footer class="hash">${html(seal)}</footer></body></html>
`;
  };
