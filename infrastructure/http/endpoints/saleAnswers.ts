import type { CommandContext } from '#application/command.ts';
import type { TransactionDetail } from '#application/contract/transactions.ts';
import type { Position } from '#application/ports/eventStore.ts';
import type { SaleRequest } from '#application/sales.ts';
import type { Sale } from '#domain/transactions/sale.ts';
import type { Answer, SignedIn } from '../endpoint.ts';
import { type EndpointDeps, found, granted, READ_OWN_WRITE_MS, SUCCESS } from './deps.ts';
import { evidencePhotos } from './evidence.ts';
import { openSaleShown } from './lookedInto.ts';
import { openRemovedPhotos } from './removedPhotos.ts';

type SaleCall = { params: { id: string }; account: SignedIn; context: CommandContext };
type Changed = Answer<{ success: true; message: string; transaction: TransactionDetail }>;

/** Commands of one sale answer with the sale as their caller sees it, once the read models hold what was written. */
export const saleAnswers = (deps: EndpointDeps) => {
  const { sales, queries, clock, signedPaths, waitFor } = deps;
  const shown = openSaleShown(deps);
  const photos = openRemovedPhotos(deps);

  const view = async (id: string, { id: viewer, roles }: SignedIn, position?: Position): Promise<TransactionDetail> => {
    if (position !== undefined) await waitFor(position, READ_OWN_WRITE_MS);
    const links = evidencePhotos(signedPaths);
    const reader = { id: viewer, roles };
    const sale = await queries.transactions.transactionFor(id, reader, clock.now(), links);
    return photos.ofSale(found(sale, 'notYetVisible'), reader);
  };

  const done = async (
    { params: { id }, account, context }: SaleCall,
    { position }: { sale: Sale; position: Position | undefined },
    message: string,
  ): Promise<Changed> => {
    const transaction = await view(id, account, position);
    await shown(id, transaction, account, context);
    return { body: { ...SUCCESS, message, transaction }, position };
  };

  return {
    view,
    done,
    changed: async (
      call: SaleCall,
      request: SaleRequest,
      message: string | ((sale: Sale) => string),
    ): Promise<Changed> => {
      const outcome = granted(await sales.act(call.params.id, request, call.context));
      return done(call, outcome, typeof message === 'string' ? message : message(outcome.sale));
    },
  };
};
