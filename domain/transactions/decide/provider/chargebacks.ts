import type { ProviderFact, SellerStanding } from '../../commands.ts';
import { admits } from '../../place.ts';
import { mostPartialRefund, type Sale } from '../../sale.ts';
import type { Following, Step } from '../deciding.ts';
import { goOn, remainingAt, requestRefund } from '../following.ts';
import { onRecord } from './recording.ts';

type Fact = Extract<ProviderFact, { chargebackId: string }>;

/** With the money still here it is a hold; later, or beside another one, only a case for the staff. */
const opened =
  ({ chargebackId, amount }: Fact, at: number): Following =>
  (sale) => {
    if (sale.chargebacks[chargebackId]) return [];
    if (admits(sale, 'ChargebackOpened'))
      return [{ type: 'ChargebackOpened', data: { at, chargebackId, amount, remaining: remainingAt(sale, at) } }];
    return [{ type: 'LateChargebackOpened', data: { at, chargebackId, amount } }];
  };

const won = (fact: Fact, at: number, seller: SellerStanding, sale: Sale): Step[] => {
  const { chargebackId, amount } = fact;
  switch (sale.chargebacks[chargebackId]) {
    case 'open':
      return [{ type: 'ChargebackWon', data: { at, chargebackId } }, goOn(seller, at)];
    case 'lateOpen':
      return [{ type: 'LateChargebackWon', data: { at, chargebackId } }];
    default:
      return [onRecord(fact, at, chargebackId, amount)];
  }
};

/** Its share gone, the seller has nothing to expect and the sale ends; a smaller loss leaves a smaller sale. */
const lost =
  ({ chargebackId, amount }: Fact, at: number): Following =>
  (sale) => {
    const data = { at, chargebackId, amount };
    if (sale.chargebacks[chargebackId] === 'lateOpen') return [{ type: 'LateChargebackLost', data }];
    return [{ type: amount >= mostPartialRefund(sale) ? 'ChargebackLost' : 'ChargebackPartlyLost', data }];
  };

/** Nobody should have to ship for less than was agreed: what is left goes back. Otherwise the sale goes on. */
const afterLoss =
  (seller: SellerStanding, at: number): Following =>
  (sale) =>
    sale.status === 'AWAIT_SHIPPING' && admits(sale, 'RefundRequested')
      ? requestRefund('all', at)(sale)
      : goOn(seller, at)(sale);

/** The bank's word may come in any order: a loss without a beginning brings the beginning with it. */
export const chargeback = (fact: Fact, at: number, seller: SellerStanding, sale: Sale): Step[] => {
  const { kind, chargebackId, amount } = fact;
  if (sale.captured === 0) return [onRecord(fact, at, chargebackId, amount)];
  const stands = sale.chargebacks[chargebackId];
  if (stands === 'won' || stands === 'lost') return [];
  if (kind === 'chargeback.opened') return [opened(fact, at)];
  if (kind === 'chargeback.won') return won(fact, at, seller, sale);
  const wasHold = stands === 'open' || (stands === undefined && admits(sale, 'ChargebackOpened'));
  return [opened(fact, at), lost(fact, at), ...(wasHold ? [afterLoss(seller, at)] : [])];
};
