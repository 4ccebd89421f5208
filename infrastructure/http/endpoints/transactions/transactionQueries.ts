import { historyQuery, transactionDetail, transactionPage } from '#application/contract/transactions.ts';
import { access } from '#domain/access/access.ts';
import type { TransactionList } from '#projections/transactions/queries.ts';
import { type Endpoint, endpoint, Refused, type SignedIn } from '../../endpoint.ts';
import { openTransactionShown } from '../audit/accessedRecords.ts';
import { type EndpointDeps, found, idParameter } from '../deps.ts';
import { openRemovedPhotos } from '../listings/removedPhotos.ts';
import { evidencePhotos } from './evidence.ts';

const tag = 'Transactions';

export const transactionQueryEndpoints = (deps: EndpointDeps): Endpoint[] => {
  const { queries, clock, signedPaths } = deps;
  const shown = openTransactionShown(deps);
  const photos = openRemovedPhotos(deps);
  const listed = async (list: TransactionList, account: SignedIn) => ({
    body: { ...list, transactions: await photos.ofSales(list.transactions, account) },
  });

  /** Only sellers with accepted terms and a verified bank account see sales; the error code names the missing part. */
  const requireSeller = async (id: string) => {
    const status = found(await queries.accounts.sellerStatusOf(id), 'accountNotFound');
    if (!status.feeAccepted) throw new Refused({ code: 'sellerTermsRequired' });
    if (!status.bankAccount.verified) throw new Refused({ code: 'bankAccountRequired' });
  };
  const viewOne = (operationId: string, path: string, summary: string) =>
    endpoint({
      method: 'get',
      path,
      operationId,
      summary,
      tag,
      may: access.sale.see.sale,
      params: idParameter,
      response: transactionDetail,
      handle: async ({ params: { id }, account, context }) => {
        const links = evidencePhotos(signedPaths);
        const seen = await queries.transactions.transactionFor(id, account, clock.now(), links);
        const transaction = found(seen, 'transactionNotFound');
        await shown(id, transaction, account, context);
        return { body: await photos.ofSale(transaction, account) };
      },
    });

  return [
    endpoint({
      method: 'get',
      path: 'transaction/history',
      operationId: 'listTransactionHistory',
      summary: 'List your purchases or sales, page by page',
      tag,
      may: access.sale.see.sale,
      query: historyQuery,
      response: transactionPage,
      refuses: { 403: 'The caller has not accepted the seller terms, or has no verified bank account' },
      handle: async ({ query, account }) => {
        if (query.type === 'sale') await requireSeller(account.id);
        return listed(await queries.transactions.transactionHistory(account.id, query, clock.now()), account);
      },
    }),
    endpoint({
      method: 'get',
      path: 'transaction/my-transactions',
      operationId: 'listTransactions',
      summary: 'List all your purchases and sales',
      tag,
      may: access.sale.see.sale,
      response: transactionPage,
      handle: async ({ account }) =>
        listed(await queries.transactions.transactionsOf(account.id, clock.now()), account),
    }),
    endpoint({
      method: 'get',
      path: 'transaction/needs-you',
      operationId: 'listTransactionsThatNeedYou',
      summary: 'List your transactions that need an action from you',
      tag,
      may: access.sale.see.sale,
      response: transactionPage,
      handle: async ({ account }) => listed(await queries.transactions.salesThatNeed(account.id, clock.now()), account),
    }),
    viewOne('getTransaction', 'transaction/{id}', 'Show a transaction to its parties and to staff'),
    viewOne('getTransactionDetails', 'transaction/{id}/details', 'Show a transaction; the same as `transaction/{id}`'),
  ];
};
