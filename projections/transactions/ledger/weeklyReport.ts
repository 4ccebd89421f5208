import type { Knex } from 'knex';
import type { Instant } from '#domain/shared/instants.ts';
import type { Cents } from '#domain/shared/money.ts';
import type { TransactionEventType } from '#domain/transactions/events.ts';

type LedgerTotals = {
  sales: number;
  captured: Cents;
  returned: Cents;
  paidOut: Cents;
  fees: Cents;
  losses: Cents;
  failedPayouts: number;
};

/** Other incoming money had left before: a refund returned by its bank, or a chargeback given up. */
const PAYMENTS = [
  'PaymentCaptured',
  'PaymentMismatched',
  'LatePaymentReceived',
  'DuplicatePaymentReceived',
] as const satisfies readonly TransactionEventType[];

/** Paid by staff from our own bank account: the provider keeps its part, but the receiver has been paid. */
const OUTSIDE = 'SettledOutsideProvider' satisfies TransactionEventType;
/** Our loss, which returned to nobody. */
const DIFFERENCE = 'DifferenceBooked' satisfies TransactionEventType;

/** Totals between `from` and `until` (exclusive). */
export const movedBetween = async (db: Knex, from: Instant, until: Instant): Promise<LedgerTotals> => {
  const sum = (account: string, condition = '', what = 'amount') =>
    `coalesce(sum(${what}) FILTER (WHERE account = '${account}' ${condition}), 0)::bigint`;
  const isPayment = `fact IN (${PAYMENTS.map((event) => `'${event}'`).join(', ')})`;
  const { rows } = await db.raw<{ rows: LedgerTotals[] }>(
    `SELECT (count(DISTINCT transaction_id) FILTER (WHERE account = 'psp_clearing' AND ${isPayment}))::int AS sales,
            -${sum('psp_clearing', `AND ${isPayment}`)} AS captured,
            ${sum('psp_clearing', `AND NOT ${isPayment} AND fact NOT IN ('${OUTSIDE}', '${DIFFERENCE}')`)} AS returned,
            ${sum('seller_paid')} - ${sum('fee_income', `AND fact = '${OUTSIDE}'`)} AS "paidOut", ${sum('fee_income', '', 'amount - kept')} AS fees, -${sum('platform_loss')} AS losses,
            (count(*) FILTER (WHERE account LIKE 'payout\\_transit:%' AND amount < 0 AND NOT EXISTS (
              SELECT FROM read_ledger.entries paid WHERE paid.position = e.position AND paid.account = 'seller_paid')))::int AS "failedPayouts"
       FROM read_ledger.entries e WHERE at >= ? AND at < ?`,
    [from, until],
  );
  const [totals] = rows;
  return Object.fromEntries(Object.entries(totals!).map(([name, value]) => [name, Number(value)])) as LedgerTotals;
};

/** Open cases, and refunds that failed at least once. */
export const waitingNow = async (db: Knex): Promise<{ openCases: number; failingRefunds: number }> => {
  const { rows } = await db.raw<{ rows: { openCases: number; failingRefunds: number }[] }>(
    `SELECT ((SELECT count(*) FROM read_cases.cases) + (SELECT count(*) FROM read_cases.orphans))::int AS "openCases",
            (SELECT count(*) FROM read_transactions.sales
              WHERE status = 'REFUND_BUYER' AND (sale->'refund'->>'attempt')::int > 1)::int AS "failingRefunds"`,
  );
  return rows[0]!;
};
