import type { TransactionDetail } from '#application/contract/transactions.ts';
import type { Position } from '#application/ports/eventStore.ts';
import type { CommandContext } from '#application/streams/command.ts';
import type { SaleRejection, TransactionRequest } from '#application/transactions/transactions.ts';
import { toEuros } from '#domain/shared/money.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import { type Answer, Refused, type SignedIn } from '../../endpoint.ts';
import { openTransactionShown } from '../audit/accessedRecords.ts';
import { type EndpointDeps, found, READ_OWN_WRITE_MS, SUCCESS } from '../deps.ts';
import { openRemovedPhotos } from '../listings/removedPhotos.ts';
import { evidencePhotos } from './evidence.ts';

type TransactionCall = { params: { id: string }; account: SignedIn; context: CommandContext };
type Changed = Answer<{ success: true; message: string; transaction: TransactionDetail }>;

/** A command answers with the transaction as its caller sees it, once the read models include the command's events. */
export const transactionAnswers = (deps: EndpointDeps) => {
  const { sales, queries, clock, signedPaths, waitFor, repository } = deps;
  const shown = openTransactionShown(deps);
  const photos = openRemovedPhotos(deps);

  const view = async (id: string, { id: viewer, roles }: SignedIn, position?: Position): Promise<TransactionDetail> => {
    if (position !== undefined) await waitFor(position, READ_OWN_WRITE_MS);
    const links = evidencePhotos(signedPaths);
    const reader = { id: viewer, roles };
    const sale = await queries.transactions.transactionFor(id, reader, clock.now(), links);
    return photos.ofSale(found(sale, 'notYetVisible'), reader);
  };

  const done = async (
    { params: { id }, account, context }: TransactionCall,
    { position }: { sale: Transaction; position: Position | undefined },
    message: string,
  ): Promise<Changed> => {
    const transaction = await view(id, account, position);
    await shown(id, transaction, account, context);
    return { body: { ...SUCCESS, message, transaction }, position };
  };

  /** The news that staff have not read, and its last revision; amounts in euros. */
  const explained = async (id: string, refusal: SaleRejection): Promise<Refused> => {
    if (refusal.code === 'caseMoved') {
      const { history } = await repository.transactions.show(id);
      const news = await queries.staff.caseNewsOf(history, refusal.since);
      return new Refused({ code: refusal.code, news, revision: history.at(-1)?.revision });
    }
    if (refusal.code !== 'sumsChanged') return new Refused(refusal);
    const { code, toBuyer, toSeller, fee } = refusal;
    return new Refused({ code, sums: { toBuyer: toEuros(toBuyer), toSeller: toEuros(toSeller), fee: toEuros(fee) } });
  };

  return {
    view,
    done,
    changed: async (
      call: TransactionCall,
      request: TransactionRequest,
      message: string | ((sale: Transaction) => string),
    ): Promise<Changed> => {
      const outcome = await sales.act(call.params.id, request, call.context);
      if (!outcome.ok) throw await explained(call.params.id, outcome.error);
      const { value } = outcome;
      return done(call, value, typeof message === 'string' ? message : message(value.sale));
    },
  };
};
