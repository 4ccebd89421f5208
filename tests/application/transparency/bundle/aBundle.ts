import { randomBytes } from 'node:crypto';
import { conversationId, conversationStream } from '#application/conversations/conversationName.ts';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import { BUNDLE_FORM, type BundledEvent, type BundleIndex } from '#application/transparency/bundle/bundleFormat.ts';
import { ledgerOfTransaction } from '#application/transparency/bundle/ledger.ts';
import { reportOf } from '#application/transparency/bundle/report/reports.ts';
import { policyInWords } from '#application/transparency/bundle/termsText.ts';
import { type Bytes, toBase64, toHex, utf8 } from '#application/transparency/bytes.ts';
import { canonicalJson } from '#application/transparency/canonicalJson.ts';
import { hmac } from '#application/transparency/commitment.ts';
import { leafOf, sha256 } from '#infrastructure/transparency/hashing.ts';
import { AT, type aLog, entryText, STREAM } from '#tests/web/transparency/aLog.ts';

export const TRANSACTION = STREAM.slice('transaction-'.length);
export const [LISTING, BUYER, SELLER] = ['1', '2', '3'].map((digit) => digit.repeat(32)) as [string, string, string];
export const TALK = conversationStream(
  conversationId({ buyerId: BUYER, sellerId: SELLER, listingId: LISTING }, (text) => toHex(sha256(utf8(text)))),
);
export const PHOTO = utf8('a photo of the broken wing');
export const CLAIM = 'The left wing is broken';
export const SALT = toBase64(randomBytes(32));
const commitment = toBase64(hmac(Buffer.from(SALT, 'base64'), utf8(canonicalJson(CLAIM)), sha256));

/** A transaction that was paid, shipped and disputed. `claim` in cents. */
export const written = ({ claim = 1_600 } = {}) => [
  {
    type: 'TransactionCreated',
    data: {
      at: AT,
      id: TRANSACTION,
      transactionId: 'TX7K2M9QPD',
      listingId: LISTING,
      buyerId: BUYER,
      sellerId: SELLER,
      item: { title: 'Knight', images: [] },
      amount: 1_100,
      fee: 475,
      sellerCountry: 'Netherlands',
      windowEndsAt: AT + 1_800_000,
      policyVersion: '2026-1/TARGET-Europe/Amsterdam',
    },
  },
  {
    type: 'ShippingSet',
    data: { at: AT, address: { $personal: '1.x' }, zone: 'domestic', shippingCost: 25, total: 1_600 },
  },
  { type: 'CheckoutOpened', data: { at: AT, attempt: 1, sessionId: 's', checkoutUrl: 'u' } },
  {
    type: 'PaymentCaptured',
    data: { at: AT, paymentId: 'p', sessionId: 's', captured: 1_600, shipBy: AT, shipReminderAt: AT, escalateAt: AT },
  },
  {
    type: 'ShipmentConfirmed',
    data: {
      at: AT,
      trackingCode: { $personal: '1.x' },
      carrier: null,
      escrowEndsAt: AT,
      firstNoticeAt: AT,
      lastNoticeAt: AT,
      policyVersion: '2026-1/TARGET-Europe/Amsterdam',
    },
  },
  {
    type: 'DisputeOpened',
    data: {
      at: AT,
      by: 'buyer',
      category: 'DAMAGED',
      claim,
      text: { $personal: '2.x', commitment },
      evidence: null,
      answerBy: AT,
      remaining: 1,
      files: [{ sha256Stored: toHex(sha256(PHOTO)) }],
    },
  },
  { type: 'DisputeContested', data: { at: AT, text: null, evidence: null, decideBy: AT } },
];
export const DISPUTE = 5;

type Parts = {
  /** The events as given. Their proofs come from the log, if it has them. */
  facts: readonly StoredEvent[];
  log: ReturnType<typeof aLog>;
  size: number;
  head: string;
  index: Pick<BundleIndex, 'logKey' | 'witnesses'> & Partial<BundleIndex>;
  /** Adds to or replaces the usual files. */
  files?: readonly [name: string, content: Bytes][];
  /** Names such as `transaction-…/3` that the reader may not see. */
  withheld?: readonly string[];
};

const isWhole = (stream: string): boolean => !stream.startsWith('account-') && !stream.startsWith('listing-');
const json = (value: unknown): Bytes => utf8(JSON.stringify(value));

/** The files of a bundle made by the server, or by an attacker who has everything but the keys. */
export const aBundle = ({
  facts,
  log,
  size,
  head,
  index: about,
  files: more = [],
  withheld = [],
}: Parts): Map<string, Bytes> => {
  const files = new Map<string, Bytes>([['head.txt', utf8(head)]]);
  const nameOf = ({ stream, revision }: StoredEvent) => `${stream}/${revision}`;
  const bundled = facts.map((event): BundledEvent => {
    const { stream, revision } = event;
    const file = withheld.includes(nameOf(event)) ? null : `facts/${stream}/${String(revision).padStart(4, '0')}.txt`;
    if (file) files.set(file, utf8(entryText(event)));
    const leaf = toBase64(leafOf(entryText(event)));
    const found = log.proofOf(stream, size, head).facts.find((each) => each.leaf === leaf);
    return { stream, revision, file, leaf, index: found?.index ?? null, path: found?.path ?? [] };
  });
  const index: BundleIndex = {
    form: BUNDLE_FORM,
    sale: TRANSACTION,
    reference: 'TX7K2M9QPD',
    reader: 'buyer',
    madeAt: new Date(AT + 60_000).toISOString(),
    names: { buyer: 'elena', seller: 'bert' },
    facts: bundled,
    streams: [...new Set([STREAM, TALK, ...facts.map(({ stream }) => stream)])]
      .filter((stream) => !stream.startsWith('account-'))
      .map((stream) => ({ stream, whole: isWhole(stream), map: log.proofOf(stream, size, head).map })),
    openings: [],
    words: [],
    withheld: [],
    pictures: [],
    files: {},
    ...about,
  };
  const shown = facts.filter((event) => !withheld.includes(nameOf(event)));
  const ids = new Set(shown.map(({ id }) => id));
  const transaction = facts.filter(({ stream }) => stream === STREAM);
  const ledger = (ledgerOfTransaction(transaction) ?? []).filter(({ eventId }) => ids.has(eventId));
  const policy = policyInWords(String(transaction[0]?.data.policyVersion), index.form);
  files.set('ledger.json', json(ledger));
  files.set('policy.txt', utf8(policy));
  const events = shown.filter(({ stream }) => stream !== 'log-keys');
  for (const [name, content] of more) files.set(name, content);
  const hashed = () => Object.fromEntries([...files].map(([name, content]) => [name, toHex(sha256(content))]));
  index.files = hashed();
  const named = new Set(index.pictures.map(({ file }) => file));
  const photos = new Map(more.filter(([name]) => named.has(name)));
  if (!files.has('report.html')) files.set('report.html', utf8(reportOf({ index, events, ledger, policy, photos })));
  index.files = hashed();
  return sealed(files.set('index.json', json(index)));
};

const sealed = (files: Map<string, Bytes>) =>
  files.set('index.sha256', utf8(toHex(sha256(files.get('index.json') ?? new Uint8Array()))));

/** Changes the index and its hash. */
export const withIndex = (bundle: ReadonlyMap<string, Bytes>, change: (index: BundleIndex) => unknown) => {
  const files = new Map(bundle);
  const index: BundleIndex = JSON.parse(new TextDecoder().decode(files.get('index.json')));
  change(index);
  return sealed(files.set('index.json', json(index)));
};

/** Replaces a file and its hash in the index. */
export const withFile = (bundle: ReadonlyMap<string, Bytes>, name: string, content: Bytes) =>
  withIndex(new Map(bundle).set(name, content), ({ files }) => {
    files[name] = toHex(sha256(content));
  });
