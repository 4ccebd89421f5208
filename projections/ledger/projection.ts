import { postings } from '#domain/transactions/ledger.ts';
import type { Projection } from '../projection.ts';
import { createFoldTable, foldSales, SALE_EVENTS } from '../sales/fold.ts';

type Entry = {
  position: string;
  place: number;
  event_id: string;
  transaction_id: string;
  at: number;
  account: string;
  amount: number;
};

/** Entries of one event come in one statement, so the database can refuse an event whose entries do not sum to zero. */
const RULES = (schema: string): string => `
  CREATE FUNCTION ${schema}.refuse_unbalanced() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    unbalanced text;
  BEGIN
    SELECT e.event_id INTO unbalanced FROM written e GROUP BY e.event_id HAVING sum(e.amount) <> 0 LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION 'the entries of event % do not sum to zero', unbalanced USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER balanced AFTER INSERT ON ${schema}.entries
    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_unbalanced();
  CREATE FUNCTION ${schema}.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'entries are never changed or deleted' USING ERRCODE = 'check_violation';
  END $$;
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${schema}.entries
    FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_change()`;

export const ledger: Projection = {
  name: 'ledger',
  version: 1,
  handles: SALE_EVENTS,
  create: async (db, schema) => {
    await createFoldTable(db, schema);
    await db.raw(`CREATE TABLE ${schema}.entries (
      position text COLLATE "C", place int, event_id text NOT NULL, transaction_id text COLLATE "C" NOT NULL, at bigint NOT NULL,
      account text COLLATE "C" NOT NULL, amount bigint NOT NULL, PRIMARY KEY (position, place))`);
    await db.raw(`CREATE INDEX entries_transaction ON ${schema}.entries (transaction_id, position, place)`);
    await db.raw(RULES(schema));
    await db.raw(`CREATE TABLE ${schema}.balances (account text COLLATE "C" PRIMARY KEY, amount bigint NOT NULL)`);
  },
  apply: async (batch, tables) => {
    const entries: Entry[] = [];
    await foldSales(batch, tables, (event, id, before) => {
      for (const [place, { account, amount }] of postings(event, before).entries())
        entries.push({
          ...{ position: event.position, place, event_id: event.id, transaction_id: id },
          ...{ at: event.data.at, account, amount },
        });
    });
    if (entries.length === 0) return;
    await tables.transaction.raw(
      `INSERT INTO ${tables.schema}.entries SELECT * FROM json_populate_recordset(null::${tables.schema}.entries, ?::json)`,
      [JSON.stringify(entries)],
    );
    const sums = new Map<string, number>();
    for (const { account, amount } of entries) sums.set(account, (sums.get(account) ?? 0) + amount);
    await tables.transaction.raw(
      `INSERT INTO ${tables.schema}.balances AS kept (account, amount)
       SELECT b->>0, (b->>1)::bigint FROM json_array_elements(?::json) b
       ON CONFLICT (account) DO UPDATE SET amount = kept.amount + excluded.amount`,
      [JSON.stringify([...sums])],
    );
  },
};
