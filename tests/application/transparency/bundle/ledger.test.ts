import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ledgerOfTransaction } from '#application/transparency/bundle/ledger.ts';
import { fromUnits } from '#domain/shared/currencies.ts';
import { transactionEvents } from '#domain/transactions/events.ts';
import { upcast } from '#infrastructure/crypto/versions.ts';

const HISTORY = new URL('../../../history/', import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, HISTORY), 'utf8'));
const histories = readdirSync(new URL('streams/', HISTORY))
  .filter((name) => /^sale-[a-z-]+\.json$/.test(name))
  .map((name) => name.replace('.json', ''));

type Moved = [fact: number, account: string, amount: number];
const inOrder = (moved: readonly Moved[] | undefined) => moved?.map((each) => each.join(' ')).sort();

/** It reads the stored bytes; the program decrypts and upcasts them. */
describe('the ledger derived from a bundle', () => {
  test.each(histories)('of %s equals the program’s own', (name) => {
    const { stored } = read(`streams/${name}`);
    const places = new Map(stored.map(({ id }: { id: string }, at: number) => [id, at]));
    const made = ledgerOfTransaction(stored)?.map(
      ({ account, amount, currency, eventId }): Moved => [
        places.get(eventId) as number,
        account,
        fromUnits(amount, currency),
      ],
    );
    const { facts: events } = read(`streams/${name}.told`) as { facts: { postings: [string, number][] }[] };
    expect(inOrder(made)).toEqual(
      inOrder(events.flatMap(({ postings }, at) => postings.map((posting): Moved => [at, ...posting]))),
    );
  });

  test('needs no other fields that older event versions lack', () => {
    const lacked = Object.entries(transactionEvents).flatMap(([type, definition]) =>
      definition.former.flatMap((_, at) => {
        const { data } = read(`events/${type}.${at + 1}`) as { data: Record<string, unknown>[] };
        return data.flatMap((written) => {
          const known = upcast(definition, at + 1, written) as Record<string, unknown>;
          return Object.keys(known)
            .filter((field) => !(field in written))
            .map((field) => `${type}.${field}`);
        });
      }),
    );
    expect([...new Set(lacked)].sort()).toEqual([
      // moves money and is filled in
      'ChargebackPartlyLost.ours',
      'DuplicateRefundFailed.retryAt',
      'LateClaimRecorded.evidence',
      'PayoutArrivedLate.paidAt',
      'PayoutCompleted.paidAt',
      'PayoutOverpaid.paidAt',
    ]);
  });
});
