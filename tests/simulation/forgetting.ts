import type { Erasure } from '#application/accounts/storage.ts';
import type { Retention } from '#application/policies/retention.ts';
import { CASE_KEEPS_ACCOUNT } from '#domain/accounts/limits.ts';
import { openCases } from '#domain/transactions/cases.ts';
import { stillKept } from '#domain/transactions/owedOutside.ts';
import { isTerminal, type Transaction, WITHOUT_MONEY } from '#domain/transactions/state.ts';
import type { Witness } from './witness.ts';
import type { WorldCodec } from './worldCodec.ts';

const isOwed = (account: string, sale: Transaction): boolean =>
  (sale.buyerId === account && Object.values(sale.duplicates).some(({ state }) => state !== 'done')) ||
  (sale.sellerId === account && stillKept(sale) > 0);

/** The subjects that are due for erasure, as the read models would list them. */
export const openForgetting = ({ witness, codec }: { witness: Witness; codec: WorldCodec }) => {
  const erasure: Erasure = {
    due: async (now) =>
      [...witness.accounts].flatMap(([account, { status, eraseAt }]) =>
        status === 'deletion_pending' && eraseAt !== null && eraseAt <= now ? [{ account, eraseAt }] : [],
      ),
    openSalesOf: async (id, now) =>
      [...witness.sales.values()].filter(
        ({ sale }) =>
          ((sale.buyerId === id || sale.sellerId === id) &&
            (!WITHOUT_MONEY.includes(sale.status) ||
              openCases(sale).some(({ since }) => since > now - CASE_KEEPS_ACCOUNT))) ||
          isOwed(id, sale),
      ).length,
    activeListingsOf: async (id) =>
      [...witness.listings].flatMap(([listing, { sellerId, status }]) =>
        sellerId === id && status === 'active' ? [listing] : [],
      ),
    unpaidSalesOf: async (id) =>
      [...witness.sales].flatMap(([transaction, { sale }]) =>
        sale.sellerId === id && sale.money === 'none' && !isTerminal(sale) ? [transaction] : [],
      ),
    listingsOf: async (id) =>
      [...witness.listings].flatMap(([listing, { sellerId }]) => (sellerId === id ? [listing] : [])),
    forgetSignIn: async () => undefined,
    forgetMessageImages: async () => undefined,
    eraseKey: (id) => codec.eraseKey(`account-${id}`),
  };
  /** The simulation has no messages, and events without a transaction belong to nobody. */
  const retention: Retention = {
    messageMonths: async () => [],
    forgetMessageImages: async () => undefined,
    forgetMessagesBefore: async () => undefined,
    endedOrphans: async () => [],
    endedSales: async (noEventSince, limit) =>
      [...witness.sales]
        .filter(([id, { sale, stored: events }]) => {
          const last = events.at(-1)?.recordedAt ?? 0;
          return isTerminal(sale) && last <= noEventSince && !codec.isErased(`transaction-${id}`);
        })
        .map(([id]) => id)
        .slice(0, limit),
    digestMonths: async () => [],
    forgetSale: async () => undefined,
    eraseKey: codec.eraseKey,
    sweepTables: async () => ({}),
  };
  return { erasure, retention };
};
