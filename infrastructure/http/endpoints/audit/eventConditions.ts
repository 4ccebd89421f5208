import { accountNamed } from '#application/accounts/nameClaims.ts';
import type { AuditStream } from '#application/contract/audit.ts';
import type { CommandContext } from '#application/streams/command.ts';
import { MASK } from '#domain/access/mask.ts';
import { dataSubjectsOf, partiesIn } from '#domain/audit/dataSubjects.ts';
import {
  ACTOR_ROLES,
  parseQuery,
  type QueryFault,
  type QueryTerm,
  together,
  typesMeant,
} from '#domain/audit/eventQuery.ts';
import { matchingEvents } from '#domain/audit/eventRow.ts';
import { findsByAddress, sightOf } from '#domain/audit/sight.ts';
import { LABELS } from '#domain/notifications/eventLabels.ts';
import { id as idOf } from '#domain/shared/ids.ts';
import { DAY } from '#domain/shared/instants.ts';
import { tailOfTransactionId } from '#domain/shared/shortIds.ts';
import type { EventCondition, EventFilter } from '#projections/audit/events/conditions.ts';
import { ALL_TYPES } from '#projections/audit/events/projection.ts';
import { Refused, type SignedIn } from '../../endpoint.ts';
import type { EndpointDeps } from '../deps.ts';
import { fieldsInClear, isOfAccount, openAccountLookedInto, openLookedInto } from './accessedRecords.ts';
import { closedCategories, refuseClosed } from './closedHistories.ts';
import { inspectedHistory } from './history.ts';

/** Finds an account by its present name, or by e-mail address if the reader may see those. */
export const openAccountSearch =
  ({ repository, hashName }: Pick<EndpointDeps, 'repository' | 'hashName'>) =>
  async (search: string, reader: SignedIn) => {
    const names = { repository, hashName };
    const addressed = findsByAddress(reader) ? await accountNamed('email', search, names) : undefined;
    return addressed ?? accountNamed('username', search, names);
  };

const maskedIn = (events: AuditStream['events']): number =>
  events.reduce((sum, { data, personal }) => sum + personal.filter((field) => data[field] === MASK).length, 0);

/** Every tracking code has a digit; words without one need no look-up. */
const CODE = /^(?=.*\d)[0-9A-Za-z-]{6,40}$/;

/** Also one with signs that no number has. */
const SALE_NUMBER = /^TX[0-9A-Z]{8}$/i;

/** Called with a sentence about a name that means nobody and nothing. */
type Unknown = (sentence: string) => void;

const refuse = ({ at, message }: QueryFault): never => {
  throw new Refused({ code: 'eventQueryInvalid', at: at + 1, text: message });
};

type Named = Extract<QueryTerm, { values: readonly string[] }>;

/** Reads a query and looks up its names, as far as the reader may. */
export const openEventFilters = (deps: EndpointDeps) => {
  const { queries, journal, repository } = deps;
  const accountOf = openAccountSearch(deps);
  const lookedInto = openLookedInto(deps);
  const lookedIntoAccount = openAccountLookedInto(deps);

  const typesIn = ({ at, field, values }: Named): string[] =>
    values.flatMap((pattern) => {
      const meant = typesMeant(pattern, ALL_TYPES);
      const length = field.length + 1 + pattern.length;
      return meant.length > 0 ? meant : refuse({ at, length, message: `There is no event type “${pattern}”.` });
    });

  const actorsIn = async ({ values }: Named, reader: SignedIn, isUnknown: Unknown) => {
    const isRole = (value: string) => (ACTOR_ROLES as readonly string[]).includes(value.toLowerCase());
    const named = values.filter((value) => !isRole(value));
    const accounts = await Promise.all(
      named.map(async (name) => {
        if (idOf.safeParse(name.toLowerCase()).success) return name.toLowerCase();
        const account = await accountOf(name, reader);
        if (account === undefined) isUnknown(`No person is called “${name}”.`);
        return account;
      }),
    );
    return {
      roles: values.filter(isRole).map((value) => value.toLowerCase()),
      accounts: accounts.filter((account) => account !== undefined),
    };
  };

  /** Undefined: a category. Null: a number without a sale. */
  const streamOf = async (value: string): Promise<string | null | undefined> => {
    const tail = tailOfTransactionId(value);
    if (tail === undefined && SALE_NUMBER.test(value)) return null;
    if (tail === undefined) return value.includes('-') ? value : undefined;
    const transaction = await queries.staff.saleWithTail(tail);
    return transaction === undefined ? null : `transaction-${transaction}`;
  };

  const streamsIn = async ({ values }: Named, isUnknown: Unknown = () => undefined) => {
    const found = await Promise.all(values.map(async (value) => ({ value, stream: await streamOf(value) })));
    for (const { value, stream } of found) if (stream === null) isUnknown(`No sale is called “${value}”.`);
    return {
      categories: found.flatMap(({ value, stream }) => (stream === undefined ? [value.toLowerCase()] : [])),
      streams: found.flatMap(({ stream }) => stream ?? []),
    };
  };

  const historyIfAny = async (stream: string, reader: SignedIn): Promise<Pick<AuditStream, 'events'>> => {
    try {
      return await inspectedHistory(stream, reader, deps);
    } catch (error) {
      if (error instanceof Refused && error.code === 'streamNotFound') return { events: [] };
      throw error;
    }
  };

  /** The events with the masked fields that this reader has opened, and may still open. */
  const withOpened = async (events: AuditStream['events'], stream: string, reader: SignedIn) => {
    const maskable = events.filter(({ data, openable }) => openable.some((field) => data[field] === MASK));
    if (maskable.length === 0) return events;
    const inspected = await journal.inspect(stream);
    const recorded = new Map(inspected.flatMap(({ event }) => (event ? [[event.revision, event] as const] : [])));
    const between = partiesIn(inspected[0]?.event);
    const concerned = maskable.flatMap(({ revision }) => {
      const event = recorded.get(revision);
      return event ? dataSubjectsOf({ ...event, actor: event.metadata.actor }, between) : [];
    });
    const logs = await Promise.all([...new Set(concerned)].map((id) => repository.accessLog.show(id)));
    const opened = new Set(
      logs
        .flatMap(({ history }) => history.map(({ data }) => data))
        .filter(({ openedBy, of }) => openedBy === reader.id && of === stream)
        .flatMap(({ revision, fields }) => fields.map((field) => `${revision} ${field}`)),
    );
    return events.map((event) => {
      const clear: Record<string, unknown> = recorded.get(event.revision)?.data ?? {};
      const shown = event.openable.filter(
        (field) => event.data[field] === MASK && opened.has(`${event.revision} ${field}`),
      );
      return { ...event, data: { ...event.data, ...Object.fromEntries(shown.map((field) => [field, clear[field]])) } };
    });
  };

  /** Personal text of one history, which the reader sees in clear there or has opened. Leaves the same trace as opening it. */
  const personalText = async (text: string, stream: string, reader: SignedIn, context: CommandContext) => {
    const { events } = await historyIfAny(stream, reader);
    const clear = fieldsInClear(events);
    const looked = { look: 'history', history: events, clear } as const;
    if (isOfAccount(stream)) await lookedIntoAccount(looked, reader, context);
    else if (clear.length > 0) await lookedInto(looked, reader, context);
    const searched = await withOpened(events, stream, reader);
    const found = matchingEvents(searched, { text, actor: '', type: '' }, LABELS).map(({ revision }) => revision);
    return { stream, found, masked: maskedIn(searched) };
  };

  /** Transactions whose tracking code the reader sees now. */
  const streamsWithCode = async (code: string, { roles }: SignedIn): Promise<string[]> => {
    const seen: string[] = [];
    for (const id of await queries.events.transactionsWithCode(code)) {
      const circumstances = await queries.transactions.circumstancesOfSales({ id });
      if (sightOf('sale.see.words', roles, circumstances) === 'clear') seen.push(`transaction-${id}`);
    }
    return seen;
  };

  const textIn = async (text: string, only: string | undefined, reader: SignedIn, context: CommandContext) => {
    const isId = idOf.safeParse(text.toLowerCase()).success;
    const account = isId ? text.toLowerCase() : await accountOf(text, reader);
    const [meant, coded] = await Promise.all([
      queries.events.streamsMeant(text, account),
      CODE.test(text) ? streamsWithCode(text, reader) : [],
    ]);
    const own = account ? [`account-${account}`] : [];
    return {
      text,
      accounts: account ? [account] : [],
      streams: [...own, ...meant, ...coded],
      ...(only && { revisions: await personalText(text, only, reader, context) }),
    };
  };

  const timeOf = ({ field, instant }: Extract<QueryTerm, { instant: number }>) => ({
    ...(field !== 'before' && { from: instant }),
    ...(field !== 'after' && { until: field === 'on' ? instant + DAY : instant }),
  });

  /** @throws Refused if the text is no query, or if the reader may not read the one stream that it names */
  return async (
    q: string,
    reader: SignedIn,
    context: CommandContext,
  ): Promise<{ filter: EventFilter; maskedTexts: number | null; unknownNames: string[] }> => {
    const unknownNames = new Set<string>();
    const isUnknown: Unknown = (sentence) => unknownNames.add(sentence);
    const parsed = parseQuery(q);
    if (!parsed.ok) return refuse(parsed.fault);
    const terms = together(parsed.terms);
    const named = terms.find((term) => term.field === 'stream' && !term.not) as Named | undefined;
    const { categories = [], streams = [] } = named ? await streamsIn(named) : {};
    for (const stream of [...streams, ...categories.map((category) => `${category}-`)]) refuseClosed(stream, reader);
    const own = await queries.events.streamsClosedTo(reader.id);
    if (streams.some((stream) => own.includes(stream))) throw new Refused({ code: 'notAllowed' });
    const only = categories.length === 0 && streams.length === 1 ? streams[0] : undefined;

    const conditionOf = async (term: QueryTerm): Promise<EventCondition> => {
      const { not } = term;
      if (term.field === 'text') return { not, ...(await textIn(term.text, only, reader, context)) };
      if (term.field === 'amount') return { not, low: term.low, high: term.high };
      if ('instant' in term) return { not, ...timeOf(term) };
      if (term.field === 'type') return { not, types: typesIn(term) };
      if (term.field === 'actor') return { not, ...(await actorsIn(term, reader, isUnknown)) };
      if (term.field === 'stream') return { not, ...(await streamsIn(term, isUnknown)) };
      return { not, causes: term.values };
    };

    const conditions: EventCondition[] = [];
    for (const term of terms) conditions.push(await conditionOf(term));
    const [searched] = conditions.flatMap((condition) => ('revisions' in condition ? [condition.revisions] : []));
    return {
      filter: { conditions, closed: { categories: closedCategories(reader), streams: own } },
      maskedTexts: searched?.masked ?? null,
      unknownNames: [...unknownNames],
    };
  };
};
