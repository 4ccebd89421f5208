import { TERMINAL } from '#domain/transactions/state.ts';

/** The kind of account in any currency: `escrow:{id}` and `escrow.usd:{id}` are one kind. */
const kindOf = (account: string): string => `split_part(split_part(${account}, ':', 1), '.', 1)`;
/** Null: euros. */
const currencyOf = (account: string): string => `substring(${account} FROM '[.]([a-z]{3})(:|$)')`;

/** Only the provider's clearing account and our losses may be negative. */
export const NEVER_NEGATIVE = (account: string, balance: string): string =>
  `CHECK (${balance} >= 0 OR ${kindOf(account)} IN ('psp_clearing', 'platform_loss')),
   CHECK (${balance} <= 0 OR ${kindOf(account)} <> 'platform_loss')`;

/** Statuses in which a transaction holds no money. */
const ENDS = `('${TERMINAL.join("', '")}')`;
export const EMPTY_AT_THE_END = ['escrow', 'seller_payable', 'payout_transit', 'refund_transit'];

/**
 * Rules that the database enforces: the entries of an event come in one statement and sum to zero in each currency, entries never change,
 * and a transaction that is over has empty accounts (except for a second payment being returned).
 */
export const RULES = (schema: string): string => `
  CREATE FUNCTION ${schema}.refuse_unbalanced() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    unbalanced text;
  BEGIN
    SELECT e.event_id INTO unbalanced FROM written e GROUP BY e.event_id, ${currencyOf('e.account')} HAVING sum(e.amount) <> 0 LIMIT 1;
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
    FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_change();
  CREATE FUNCTION ${schema}.refuse_leftovers() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    leftover text;
  BEGIN
    IF NEW.status NOT IN ${ENDS} THEN RETURN NULL; END IF;
    -- by the schema's name of this moment: a rebuilt model is swapped in by renaming it
    EXECUTE format('SELECT account FROM %I.balances WHERE amount <> 0 AND account = ANY($1) LIMIT 1', TG_TABLE_SCHEMA)
       INTO leftover USING ARRAY[${EMPTY_AT_THE_END.flatMap((kind) => [`'${kind}:' || NEW.id`, `'${kind}.' || NEW.currency || ':' || NEW.id`]).join(', ')}];
    IF leftover IS NOT NULL THEN
      RAISE EXCEPTION 'the sale is over, but % is not empty', leftover USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER empty_at_the_end AFTER INSERT OR UPDATE ON ${schema}.statuses
    FOR EACH ROW EXECUTE FUNCTION ${schema}.refuse_leftovers()`;
