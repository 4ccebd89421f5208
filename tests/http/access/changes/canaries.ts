import type { Recorded } from '#application/ports/eventCodec.ts';
import { NO_TRANSACTION, type Viewer } from '#domain/access/right.ts';
import { type PartiesOfListing, partiesIn } from '#domain/audit/dataSubjects.ts';
import { circumstancesOf, personalIn, sightOfField, towardsEvent } from '#domain/audit/sight.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { createEventCodec } from '#infrastructure/crypto/eventCodec.ts';
import { openSubjectKeys } from '#infrastructure/crypto/subjectKeys.ts';
import { maskBank } from '#projections/accounts/row.ts';
import type { TestMarketplace } from '#tests/support/marketplace.ts';

/** An answer to somebody. `before`: the newest log position when it arrived. */
export type Answered = { viewer: Viewer; who: string; call: string; text: string; before: string | undefined };

const WHOLE_IBAN = /NL\d\dABNA\d{10}/g;
/** Our words, e-mail addresses, account numbers whole and masked, photo names. */
const CANARY =
  /canary\d{4}x(?:@example\.com)?|who\w+@example\.com|NL\d\dABNA\d{10}|NL\d\d \*{4} \*{4} \d{4}|[0-9a-f]{32}(?:-[\w-]{43}){2}/g;

type Told = { field: string; type: string; event: Recorded };

export const historyOf = async ({ marketplace, config }: TestMarketplace): Promise<Recorded[]> => {
  const { db, store } = marketplace;
  const keys = openSubjectKeys({ db, masterKey: config.secrets.masterKey });
  return createEventCodec({ keys }).decode(await store.readAll({ limit: 100_000 }));
};

const wordsIn = (value: unknown): string[] => {
  const text = JSON.stringify(value ?? null);
  const masked = (text.match(WHOLE_IBAN) ?? []).map((iban) => maskBank({ iban, accountHolder: '', bankName: '' }).iban);
  return [...(text.match(CANARY) ?? []), ...masked];
};

/** Maps each word to its personal field and event in the whole history. */
export const openCanaries = (history: readonly Recorded[]) => {
  const streams = new Map<string, Recorded[]>();
  const told = new Map<string, Told[]>();
  for (const event of history) {
    streams.set(event.stream, [...(streams.get(event.stream) ?? []), event]);
    for (const name of personalIn(event.type))
      for (const word of wordsIn((event.data as Record<string, unknown>)[name]))
        told.set(word, [...(told.get(word) ?? []), { field: `${event.type}.${name}`, type: event.type, event }]);
  }
  const between = (stream: string): PartiesOfListing | undefined => partiesIn(streams.get(stream)?.[0]);
  const circumstances = (stream: string, before: string | undefined) => {
    if (!stream.startsWith('transaction-')) return NO_TRANSACTION;
    const then = streams.get(stream)!.filter(({ position }) => before === undefined || position <= before);
    return circumstancesOf(
      (then as unknown as TransactionEvent[]).reduce(transactionAggregate.evolve, transactionAggregate.initial),
    );
  };
  const maySee = ({ viewer, call, before }: Answered, { type, field, event }: Told): boolean => {
    const { stream } = event;
    const who = towardsEvent(event, viewer, between(stream));
    const isOwn = [`disclosure-${viewer.id}`, `watching-${viewer.id}`, `searches-${viewer.id}`].includes(stream);
    const name = field.slice(type.length + 1);
    const sight = sightOfField(type, name, isOwn ? [...who, 'owner'] : who, circumstances(stream, before));
    // opened with a reason, just now or earlier today
    const opens = ['post disclosures', 'get audit/streams/{stream}/opened'].includes(call);
    return sight === 'clear' || (sight === 'openable' && opens);
  };

  return {
    fields: new Set([...told.values()].flat().map(({ field }) => field)),
    /** A word of this field, as in the history. */
    wordOf: (field: string): string | undefined =>
      [...told].find(([, events]) => events.some((fact) => fact.field === field))?.[0],
    /** Words shown without the right. A whole account number is shown to nobody. */
    leaks: (answers: readonly Answered[]): string[] =>
      answers.flatMap((answer) => {
        const words = new Set(wordsIn(answer.text));
        const closed = [...words].flatMap((word) => {
          const events = told.get(word) ?? [];
          const isWhole = events.length > 0 && word.match(WHOLE_IBAN);
          return events.length > 0 && (isWhole || !events.some((fact) => maySee(answer, fact)))
            ? [events[0]!.field]
            : [];
        });
        return [...new Set(closed)].map((field) => `${answer.who} is shown ${field} by ${answer.call}`);
      }),
    /** The fields that somebody with the right has seen in plain text. */
    seen: (answers: readonly Answered[]): Set<string> =>
      new Set(
        answers
          .flatMap((answer) => wordsIn(answer.text).flatMap((word) => told.get(word) ?? []))
          .map(({ field }) => field),
      ),
  };
};
