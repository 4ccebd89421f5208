import { LEDGER_CSV_HEAD, ledgerCsvOf, ledgerExportName } from '#application/audit/ledgerExport.ts';
import {
  type AuditLedger,
  auditLedger,
  type LedgerQuery,
  ledgerExportQuery,
  ledgerQuery,
} from '#application/contract/audit.ts';
import type { Position } from '#application/ports/eventStore.ts';
import { bookChecksOf } from '#application/reconciliation/bookChecks.ts';
import { type KeptCheck, provenBy } from '#application/reconciliation/readModelChecks.ts';
import type { LastRun } from '#application/reconciliation/storage.ts';
import { access } from '#domain/access/access.ts';
import { amountIn } from '#domain/audit/eventQuery.ts';
import type { BookCheckEvent, Books } from '#domain/reconciliation/bookChecks.ts';
import { formatSum } from '#domain/shared/currencies.ts';
import type { TransactionId } from '#domain/shared/ids.ts';
import { toEuros } from '#domain/shared/money.ts';
import { tailOfTransactionId } from '#domain/shared/shortIds.ts';
import { providerBalance, sumsByCurrency } from '#domain/transactions/ledgerAccounts.ts';
import {
  type LedgerFilter,
  MOST_ENTRIES_EXPORTED,
  shownEntry,
  shownPeriodBalance,
  shownTAccount,
} from '#projections/transactions/ledger/queries.ts';
import { type Endpoint, endpoint, Refused } from '../../endpoint.ts';
import type { EndpointDeps } from '../deps.ts';
import { sendExport } from './sendExport.ts';

const tag = 'Audit';
const NIGHTS = 30;
/** The format of the screens: `€1,298.29`. */
const EUROS = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' });
const euro = (cents: number): string => EUROS.format(toEuros(cents));

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
/** `2026-11-16` → `16 Nov 2026`. */
const dayOf = (night: string): string => DATE.format(new Date(night)).replace('Sept', 'Sep');

const counted = (count: number, many: string, one: string): string => `${count} ${count === 1 ? one : many}`;

/** Checks of the whole ledger, computed now. */
const checksOf = (books: Books | undefined): AuditLedger['checks'] => {
  if (!books) return [];
  const sums = sumsByCurrency(Object.entries(books.totals).map(([account, amount]) => ({ account, amount })));
  const inWords = [...sums].map(([currency, sum]) => formatSum(sum, currency)).join(', ');
  return [
    {
      name: 'sumIsZero',
      holds: [...sums.values()].every((sum) => sum === 0),
      detail: `The entries of all accounts sum to ${inWords}`,
    },
    {
      name: 'balancesAgree',
      holds: books.wrongBalances === 0,
      detail:
        books.wrongBalances === 0
          ? `Every balance is the sum of its entries. There are ${counted(books.entries, 'entries', 'entry')} in all`
          : `${counted(books.wrongBalances, 'balances', 'balance')} differ from the sum of the entries`,
    },
    {
      name: 'endedSalesAreEmpty',
      holds: books.leftovers === 0,
      detail:
        books.leftovers === 0
          ? 'No ended sale holds money'
          : `${counted(books.leftovers, 'ended sales', 'ended sale')} hold money`,
    },
  ];
};

/** The provider's balance in the last night; empty before the first. */
const agreement = (last: BookCheckEvent | undefined): AuditLedger['checks'] => {
  if (!last) return [];
  const { night, atProvider, expectedAtProvider, totals } = last.data;
  const { afterRefunds, paidOut } = providerBalance(totals);
  const formula = `received, after refunds and chargebacks, ${euro(afterRefunds)} (psp_clearing) − paid out ${euro(paidOut)} (seller_paid)`;
  const detail = `In the night of ${dayOf(night)} the provider held ${euro(atProvider)}; the books say ${euro(expectedAtProvider)}: ${formula}`;
  return [{ name: 'providerAgrees', holds: atProvider === expectedAtProvider, detail }];
};

/** The result of comparing the provider's lists in the last night; empty before the first. */
const matching = (last: LastRun | undefined): AuditLedger['checks'] => {
  if (!last) return [];
  const detail = `In the night of ${dayOf(last.run)} ${last.lookedAt} records of the provider were compared with our events; ${last.unmatched === 0 ? 'each has its event' : `${last.unmatched} without an event became cases`}`;
  return [{ name: 'objectsMatch', holds: last.unmatched === 0, detail }];
};

/** The check of the read models in the last night; empty before the first. */
const provenModels = (kept: readonly KeptCheck[]): AuditLedger['checks'] => {
  const proven = provenBy(kept);
  if (!proven) return [];
  const differing = kept.filter((check) => check.differing.length > 0).map(({ name }) => name);
  const rows = kept.reduce((sum, check) => sum + check.rows, 0);
  const upTo = proven.upTo === null ? '' : `, up to position ${proven.upTo}`;
  const found = proven.holds ? 'all agree' : `these differ: ${differing.join(', ')}`;
  const detail = `In the night of ${dayOf(proven.night)} ${rows} rows of ${kept.length} read models were compared with the events${upTo}; ${found}`;
  return [{ name: 'readModelsAgree', holds: proven.holds, detail }];
};

const PER_READ = 1_000;

type Asked = Omit<LedgerQuery, 'page' | 'limit'>;

/** The double-entry ledger and its checks. */
export const auditLedgerEndpoints = ({ queries, repository, clock }: EndpointDeps): Endpoint[] => {
  /** The id of a sale, from its number or its id. @throws Refused if there is none */
  const transactionOf = async (sale: string): Promise<TransactionId> => {
    const tail = tailOfTransactionId(sale);
    const id = tail === undefined ? sale.toLowerCase() : await queries.staff.saleWithTail(tail);
    if (id === undefined || !(await queries.staff.labelsOf(id)).transaction)
      throw new Refused({ code: 'saleNotFound' });
    return id;
  };

  /** @throws Refused if `sale` names no sale */
  const filterOf = async ({ sale, account, amount, from, to }: Asked): Promise<LedgerFilter> => {
    const period = { from: from && Date.parse(from), until: to && Date.parse(to) };
    return {
      transaction: sale === undefined ? undefined : await transactionOf(sale),
      account,
      amount: amount === undefined ? undefined : amountIn(amount),
      from: period.from || undefined,
      until: period.until || undefined,
    };
  };

  async function* exported(filter: LedgerFilter) {
    yield LEDGER_CSV_HEAD;
    let after: { position: Position; place: number } | undefined;
    for (let read = 0; read < MOST_ENTRIES_EXPORTED; read += PER_READ) {
      const rows = await queries.ledger.entriesAfter(filter, { after, limit: PER_READ });
      yield ledgerCsvOf(rows.map(shownEntry));
      after = rows.at(-1);
      if (rows.length < PER_READ) return;
    }
  }

  return [
    endpoint({
      method: 'get',
      path: 'audit/ledger',
      operationId: 'getLedger',
      summary: 'Get the ledger: balances, entries and checks',
      tag,
      may: access.ledger.see.books,
      query: ledgerQuery,
      response: auditLedger,
      handle: async ({ query: { page, limit, ...asked } }) => {
        const filter = await filterOf(asked);
        const { transaction } = filter;
        const [{ entries, totalCount, bookings }, balances, books, bookChecks, reconciled, models] = await Promise.all([
          queries.ledger.entriesPage(filter, { page, limit }),
          queries.ledger.balancesOfPeriod(filter),
          queries.ledger.readBooks(),
          bookChecksOf(repository),
          queries.ledger.lastReconciliation(),
          queries.ledger.readModelChecks(),
        ]);
        const body: AuditLedger = {
          balances: balances.map(shownPeriodBalance),
          tAccounts: transaction
            ? (await queries.ledger.tAccountsOfSale(transaction, filter.until)).map(shownTAccount)
            : [],
          entries: entries.map(shownEntry),
          totalCount,
          bookings,
          hasMore: entries.length > 0 && page * limit < bookings,
          checks: [...checksOf(books), ...agreement(bookChecks[0]), ...matching(reconciled), ...provenModels(models)],
          attestations: bookChecks.slice(0, NIGHTS).map(({ type, data: { at, ...detail } }) => ({
            at: new Date(at).toISOString(),
            agrees: type === 'LedgerAttested',
            detail,
          })),
        };
        return { body };
      },
    }),
    endpoint({
      method: 'get',
      path: 'audit/ledger/export',
      operationId: 'exportLedger',
      summary: `Export the newest ${MOST_ENTRIES_EXPORTED.toLocaleString('en')} entries of the ledger as CSV`,
      tag,
      may: access.ledger.see.books,
      query: ledgerExportQuery,
      produces: 'text/csv',
      handle: async ({ query }) => {
        const filter = await filterOf(query);
        const lastDay = query.to && new Date(Date.parse(query.to) - 1).toISOString();
        const name = ledgerExportName(query.from, lastDay, clock.now());
        return {
          body: undefined,
          stream: (response) =>
            sendExport(response, exported(filter), { name, format: 'csv', rows: MOST_ENTRIES_EXPORTED }),
        };
      },
    }),
  ];
};
