import type { Cents } from '../shared/money.ts';
import type { TransactionEvent } from './events.ts';
import { heldMoney, type Sale } from './sale.ts';

/**
 * An entry: positive adds to what an account holds or has received, negative takes. `psp_clearing` and `platform_loss` run below zero:
 * the money that came in from the provider, and what the marketplace paid itself. The entries of one event sum to 0.
 */
export type Posting = { account: string; amount: Cents };

type Accounts = 'escrow' | 'seller_payable' | 'payout_transit' | 'refund_transit' | 'duplicate';
type Shared = 'psp_clearing' | 'fee_income' | 'seller_paid' | 'platform_loss';
type Movement = Partial<Record<Accounts | Shared, Cents>>;

const OF_ONE_SALE: readonly string[] = ['escrow', 'seller_payable', 'payout_transit', 'refund_transit', 'duplicate'];

/** Taken by the payer's bank: from the seller's part first, then the fee, and beyond that at the marketplace's loss. */
const chargedBack = (amount: Cents, sale: Sale): Movement => {
  const held = heldMoney(sale);
  const feeLeft = Math.max(0, held - amount);
  const loss = Math.max(0, amount - held);
  const from: Movement =
    sale.money === 'payable' && sale.released
      ? { seller_payable: -sale.released.toSeller, fee_income: feeLeft - sale.released.fee }
      : { escrow: -held, fee_income: feeLeft };
  return { ...from, psp_clearing: amount, platform_loss: -loss };
};

const movement = ({ type, data }: TransactionEvent, sale: Sale): Movement => {
  switch (type) {
    case 'PaymentCaptured':
    case 'PaymentMismatched':
    case 'LatePaymentReceived':
      return { psp_clearing: -data.captured, escrow: data.captured };
    case 'DuplicatePaymentReceived':
      return { psp_clearing: -data.captured, duplicate: data.captured };
    case 'DuplicateRefundCompleted':
      return { duplicate: -data.amount, psp_clearing: data.amount };
    case 'EscrowReleased':
      return { escrow: -data.toSeller - data.fee, seller_payable: data.toSeller, fee_income: data.fee };
    case 'ReleaseRevoked':
      return { escrow: data.toSeller + data.fee, seller_payable: -data.toSeller, fee_income: -data.fee };
    case 'RefundRequested':
      return { escrow: -data.amount, refund_transit: data.amount };
    case 'RefundCompleted': {
      // the seller gets nothing: a fee that was kept is earned now
      const fee = sale.refund?.fee ?? 0;
      return { refund_transit: -data.amount, psp_clearing: data.amount, escrow: -fee, fee_income: fee };
    }
    case 'PartialRefundCompleted':
      return { refund_transit: -data.amount, psp_clearing: data.amount };
    case 'PayoutInitiated':
      return { seller_payable: -data.amount, payout_transit: data.amount };
    case 'PayoutCompleted':
      return { payout_transit: -data.amount, seller_paid: data.amount };
    case 'PayoutFailed':
    case 'PayoutRefused':
      return { payout_transit: -sale.payout.amount, seller_payable: sale.payout.amount };
    case 'PayoutReturned':
      return { seller_paid: -data.amount, seller_payable: data.amount };
    case 'PayoutArrivedLate':
      return { seller_payable: -data.amount, seller_paid: data.amount };
    case 'PayoutOverpaid':
      return { platform_loss: -data.amount, seller_paid: data.amount };
    case 'OverpaymentCounted':
      return { seller_payable: -data.amount, platform_loss: data.amount };
    case 'OverpaymentReturned':
      return { seller_paid: -data.amount, platform_loss: data.amount };
    case 'ChargebackLost':
      return chargedBack(data.amount, sale);
    case 'ChargebackPartlyLost':
      return { [sale.money === 'payable' ? 'seller_payable' : 'escrow']: -data.amount, psp_clearing: data.amount };
    case 'LateChargebackLost':
      return { platform_loss: -data.amount, psp_clearing: data.amount };
    default:
      return {};
  }
};

/** The double entry of a fact, in cents; empty where no money moves. `sale` is the sale as it was before the fact. */
export const postings = (event: TransactionEvent, sale: Sale): Posting[] =>
  Object.entries(movement(event, sale))
    .filter(([, amount]) => amount !== 0)
    .map(([account, amount]) => ({
      account: OF_ONE_SALE.includes(account) ? `${account}:${sale.id}` : account,
      amount,
    }));
