import { TRANSACTION_TITLES } from '#domain/notifications/transactionTitles.ts';
import type { StoredEvent } from '../../../ports/eventStore.ts';
import type { BundleIndex, LedgerLine } from '../bundleFormat.ts';
import { inPlainWords } from '../termsText.ts';

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPED[sign]!);

const spaced = (type: string): string => type.replace(/\B([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
const titleOf = (type: string): string =>
  (TRANSACTION_TITLES as Readonly<Record<string, string>>)[type] ?? spaced(type);
const utc = (instant: number): string => new Date(instant).toISOString().slice(0, 19).replace('T', ' ');
const inWords = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  if (Array.isArray(value)) return value.map(inWords).join('\n');
  return Object.entries(value)
    .filter(([, part]) => part !== '' && part !== null)
    .map(([name, part]) => `${inPlainWords(name)}: ${inWords(part)}`)
    .join('\n');
};

const STYLE = `body{font:16px/1.5 Georgia,serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c1a17}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;overflow-wrap:anywhere;padding:.35rem .6rem;border-bottom:1px solid #cbc3b2}
td.sum{text-align:right}.by,.fact{white-space:nowrap}dl{margin:.2rem 0}dt{color:#6a6254}dd{margin:0 0 .3rem;white-space:pre-wrap;overflow-wrap:anywhere}pre{white-space:pre-wrap}
@media (max-width:36rem){thead{display:none}tr{display:block;border-bottom:1px solid #cbc3b2}td,td.sum{display:block;text-align:left;border:0;padding:.1rem .3rem}}
@media print{body{margin:0}}`;

/** Who acted: buyer, seller, and staff by a number that is valid in this report only. */
const actorsIn = (events: readonly StoredEvent[]) => {
  const { buyerId, sellerId } = events.find(({ type }) => type === 'TransactionCreated')?.data ?? {};
  const numbers = new Map<string, number>();
  return ({ id, role }: StoredEvent['metadata']['actor']): string => {
    if (id === buyerId) return 'buyer';
    if (id === sellerId) return 'seller';
    if (role === 'member') return role;
    if (role === 'system' || role === 'provider') return role;
    if (!numbers.has(id)) numbers.set(id, numbers.size + 1);
    return `${role} ${numbers.get(id)}`;
  };
};

type Told = { index: BundleIndex; events: readonly StoredEvent[]; ledger: readonly LedgerLine[]; policy: string };

/** The report of bundles of the first form. It never changes: a verifier derives it again. */
export const firstReportOf = ({ index, events, ledger, policy }: Told): string => {
  const said = new Map<string, string[]>();
  for (const { fact: event, path, plaintext } of [...index.openings, ...index.words]) {
    const line = `<dt>${escaped(inPlainWords(path.slice('/data/'.length)))}</dt><dd>${escaped(inWords(plaintext))}</dd>`;
    said.set(event, [...(said.get(event) ?? []), line]);
  }
  const named = actorsIn(events);
  const rows = events
    .toSorted((one, other) => (one.position < other.position ? -1 : 1))
    .map(({ stream, revision, type, recordedAt, metadata: { actor } }) => {
      const words = said.get(`${stream}/${revision}`)?.join('') ?? '';
      return `<tr><td>${utc(recordedAt)}</td><td>${escaped(titleOf(type))}<br><small class="fact">${escaped(stream.split('-')[0]!)}, revision ${revision}</small></td><td class="by">${escaped(named(actor))}</td><td><dl>${words}</dl></td></tr>`;
    });
  const lines = ledger.map(
    ({ account, amount, currency, eventId }) =>
      `<tr><td>${escaped(account)}</td><td class="sum">${amount.toFixed(2)} ${escaped(currency)}</td><td><small>${escaped(eventId)}</small></td></tr>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><meta name="viewport" content="width=device-width"><title>Sale ${escaped(index.reference)}</title><style>${STYLE}</style></head><body><main>
<h1>Sale ${escaped(index.reference)}</h1>
<p>Made on ${utc(Date.parse(index.madeAt))} UTC for the ${index.reader}. Open verify.html with this bundle to see which of this is proven.</p>
<h2>What happened (UTC)</h2><table><thead><tr><th>When</th><th>What</th><th>By</th><th>In words</th></tr></thead><tbody>${rows.join('')}</tbody></table>
<h2>Ledger</h2><table><thead><tr><th>Account</th><th>Amount</th><th>Fact</th></tr></thead><tbody>${lines.join('')}</tbody></table>
<h2>The policy that the sale began under</h2><pre>${escaped(policy)}</pre>
</main></body></html>
`;
};
