import { formatSum } from '../shared/currencies.ts';
import { durationInShort } from '../shared/durations.ts';
import { currencyIn, SUM_FIELDS } from './eventSums.ts';
import { utcTime } from './utcTime.ts';

/** An event with personal fields already masked for its reader. */
export type ShownEvent = {
  type: string;
  recordedAt: string;
  actor: { id: string; role: string };
  data: Record<string, unknown>;
};

/** Shown elsewhere in the row, or of no use to a reader. */
const LEFT_OUT = [
  'at',
  'currency',
  'by',
  'transactionId',
  'policyVersion',
  'checkoutUrl',
  'remindAt',
  'shipReminderAt',
  'firstNoticeAt',
  'lastNoticeAt',
];
/** Our ids, and the provider's ids that contain one. */
const IDS = /[0-9a-f]{24}/;
const MOST_EVENTS = 3;
const MOST_LETTERS = 48;

/** `shipReminderAt` → `ship reminder at` */
export const fieldInWords = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

type Time = (instant: number) => string;
/** The product's words for a field or for a value of it; undefined: as stored. */
export type Labels = {
  field: (name: string) => string | undefined;
  value: (name: string, value: string) => string | undefined;
};
const inUtc: Time = (instant) => utcTime(new Date(instant).toISOString());

/** Numbers above this are instants whatever their name: 2001 and later, in ms. As cents they would be ten billion euros. */
export const AFTER_2001 = 1e12;

/** Recognises amounts, instants and durations by field name. */
const saidOf = (name: string, value: unknown, currency: unknown, time: Time): string | undefined => {
  if (typeof value === 'number' && SUM_FIELDS.includes(name)) return formatSum(value, currencyIn(name, currency));
  if (typeof value === 'number' && (value > AFTER_2001 || /(At|By|Until|^until)$/.test(name))) return time(value);
  if (typeof value === 'number' && name === 'remaining') return durationInShort(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value === '' || IDS.test(value)) return undefined;
  return value;
};

/** `captured €171.15`, `ship by 18 Nov 2026, 17:41:09`: every field as text, amounts first. */
const eventsOf = (
  { data }: Pick<ShownEvent, 'data'>,
  time = inUtc,
  labels?: Labels,
): { name: string; said: string }[] =>
  Object.entries(data)
    .filter(([name]) => !LEFT_OUT.includes(name))
    .sort(([one], [other]) => Number(SUM_FIELDS.includes(other)) - Number(SUM_FIELDS.includes(one)))
    .flatMap(([name, value]) => {
      const label = typeof value === 'string' ? labels?.value(name, value) : undefined;
      const said = label ?? saidOf(name, value, data.currency, time);
      return said === undefined ? [] : [{ name: labels?.field(name) ?? fieldInWords(name), said }];
    });

const cut = (text: string): string => (text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text);

type Told = ReturnType<typeof eventsOf>;

const rowOf = (fields: Told): string =>
  fields
    .slice(0, MOST_EVENTS)
    .map(({ name, said }) => `${name} ${cut(said)}`)
    .join(', ');

/** The fields that fit in one row: `captured €171.15, ship by 18 Nov 2026, 17:41:09`. Times are in UTC unless `time` writes them. */
export const eventEvents = (event: Pick<ShownEvent, 'data'>, time?: Time, labels?: Labels): string =>
  rowOf(eventsOf(event, time, labels));

/**
 * The row, and all text that finds it: every field in words and as stored, and the words of the event type, so that “opened” finds `DisputeOpened`.
 */
export const searchableRow = (
  event: Pick<ShownEvent, 'type' | 'data'>,
  labels: Labels,
): { details: string; text: string } => {
  const fields = eventsOf(event, inUtc, labels);
  const lines = [...fields, ...eventsOf(event)].map(({ name, said }) => `${name} ${said}`);
  return { details: rowOf(fields), text: [event.type, fieldInWords(event.type), ...new Set(lines)].join(' ') };
};

type Acting = Pick<ShownEvent, 'type' | 'actor'> & { data: object };

/** Who acts: the system records a sign-in, but its account signs in. A refused sign-in proves nobody. */
export const actingIn = ({ type, data, actor }: Acting): ShownEvent['actor'] =>
  (type === 'SignInSucceeded' || type === 'AccessRefused') && 'accountId' in data && typeof data.accountId === 'string'
    ? { id: data.accountId, role: 'member' }
    : actor;

/** `buyer` and `seller` come from the first event of a transaction; everybody else is named by role. */
export const partOf = (actor: ShownEvent['actor'], first: Pick<ShownEvent, 'type' | 'data'> | undefined): string => {
  if (first?.type === 'TransactionCreated' && actor.role === 'member') {
    const { buyerId, sellerId } = first.data;
    if (actor.id === buyerId) return 'buyer';
    if (actor.id === sellerId) return 'seller';
  }
  return actor.role;
};

/** The actor of an event, as `partOf` names it. */
export const actorOf = (event: Acting, first: Pick<ShownEvent, 'type' | 'data'> | undefined): string =>
  partOf(actingIn(event), first);

export type EventFilter = { text: string; actor: string; type: string };

const folded = (text: string): string => text.trim().toLowerCase();

/** The text that a filter searches: the row, every field in full, in words and as stored. */
export const searchText = (event: ShownEvent, actor: string, labels: Labels): string =>
  folded(
    [
      event.type,
      actor,
      utcTime(event.recordedAt),
      ...[...eventsOf(event, inUtc, labels), ...eventsOf(event)].map(({ name, said }) => `${name} ${said}`),
      JSON.stringify(event.data),
      event.actor.id,
      actingIn(event).id,
    ].join('\n'),
  );

/** Events that match every part of the filter. An empty part matches all. */
export const matchingEvents = <Event extends ShownEvent>(
  events: readonly Event[],
  filter: EventFilter,
  labels: Labels,
): Event[] => {
  const words = folded(filter.text);
  return events.filter((event) => {
    const actor = actorOf(event, events[0]);
    return (
      (!filter.actor || actor === filter.actor) &&
      (!filter.type || event.type === filter.type) &&
      (!words || searchText(event, actor, labels).includes(words))
    );
  });
};

const distinct = (texts: string[]): string[] => [...new Set(texts)].sort();

/** The filter's options for these events. */
export const filterChoices = (events: readonly ShownEvent[]): { actors: string[]; types: string[] } => ({
  actors: distinct(events.map((event) => actorOf(event, events[0]))),
  types: distinct(events.map(({ type }) => type)),
});

/** `transaction-0a…` → `transaction` */
export const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-'));
