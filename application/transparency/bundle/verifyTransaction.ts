import { conversationId, conversationStream } from '../../conversations/conversationName.ts';
import { toHex, utf8 } from '../bytes.ts';
import { KEY_STREAM } from '../keyChange.ts';
import { type Finding, fails, inDoubt, type ReadBundle, spoken } from './findings.ts';
import { record, type Shape, text } from './shape.ts';

const created: Shape = record({
  id: text,
  transactionId: text,
  listingId: text,
  buyerId: text,
  sellerId: text,
  policyVersion: text,
});

type Created = Record<'id' | 'transactionId' | 'listingId' | 'buyerId' | 'sellerId' | 'policyVersion', string>;

export const transactionStreamOf = ({ index }: Pick<ReadBundle, 'index'>): string => `transaction-${index.sale}`;

/** The data of the event that created the transaction; undefined if unreadable. */
export const createdIn = (bundle: ReadBundle): Created | undefined => {
  const event = bundle.facts.get(`${transactionStreamOf(bundle)}/0`)?.event;
  return event?.type === 'TransactionCreated' && created(event.data) === undefined
    ? (event.data as Created)
    : undefined;
};

const isWhole = ({ index }: ReadBundle, stream: string): boolean =>
  index.streams.some((each) => each.stream === stream && each.whole && each.map !== null);

/**
 * Whether the bundle contains exactly the transaction it claims, completely. The bundle must not choose what is
 * checked.
 */
export const verifyTransaction = (bundle: ReadBundle): Finding[] => {
  const { index, facts: events, sha256 } = bundle;
  if (index.facts.length === 0) return [fails('This bundle holds no event, so it proves nothing about a sale.')];
  const found: Finding[] = [];
  const own = transactionStreamOf(bundle);
  if (!isWhole(bundle, own)) found.push(fails(`Nothing proves that the history of the sale, ${own}, is complete.`));
  const first = events.get(`${own}/0`);
  const begun = createdIn(bundle);
  if (first && !first.event)
    return [
      ...found,
      inDoubt('The first event of this sale is withheld, so nothing proves which other histories belong to it.'),
    ];
  if (!begun) {
    const isTold = index.facts.some(({ stream, revision }) => stream === own && revision === 0) && !first;
    return isTold ? found : [...found, fails(`The first event of the sale, revision 0 of ${own}, is missing.`)];
  }
  if (begun.id !== index.sale || begun.transactionId !== index.reference)
    found.push(
      fails(
        `This bundle calls itself ${index.reference}; its events belong to the sale ${begun.transactionId}, ${begun.id}.`,
      ),
    );
  const talk = conversationStream(conversationId(begun, (words) => toHex(sha256(utf8(words)))));
  if (!isWhole(bundle, talk))
    found.push(fails(`Nothing proves that the conversation of the parties, ${talk}, is complete.`));

  const accounts = [`account-${begun.buyerId}`, `account-${begun.sellerId}`];
  const belonging = new Set([own, talk, `listing-${begun.listingId}`, ...accounts, KEY_STREAM]);
  for (const stream of new Set([...index.facts, ...index.streams].map((each) => each.stream)))
    if (!belonging.has(stream)) found.push(fails(`The history ${stream} does not belong to this sale.`));
  for (const { name, fact, event } of events.values())
    if (accounts.includes(fact.stream) && event && event.data.transactionId !== index.sale)
      found.push(fails(`${spoken(name)} does not name this sale.`));
  return found;
};
