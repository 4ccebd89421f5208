import { pauseEscrow } from '#application/contract/escrow.ts';
import {
  calculateShipping,
  cancelTransaction,
  checkout,
  confirmShipment,
  createTransaction,
  setShipping,
  shippingCost,
  statusChange,
  transactionChanged,
  transactionCreated,
  transactionUpdate,
} from '#application/contract/transactions.ts';
import { access } from '#domain/access/access.ts';
import { toEuros } from '#domain/shared/money.ts';
import { type Endpoint, endpoint } from '../../endpoint.ts';
import { command } from '../command.ts';
import { type EndpointDeps, granted, idParameter, SUCCESS } from '../deps.ts';
import { transactionAnswers } from './transactionAnswers.ts';

const tag = 'Transactions';

/** Purchase, payment, shipment, delivery. See `escrow.ts` for disputes, returns and holds, `transactionQueries.ts` for reads. */
export const transactionEndpoints = (deps: EndpointDeps): Endpoint[] => {
  const { sales: transactions } = deps;
  const { view, changed, done } = transactionAnswers(deps);

  return [
    endpoint({
      method: 'post',
      path: 'transaction',
      operationId: 'createTransaction',
      summary: 'Buy a listing',
      tag,
      limit: 'buying',
      may: access.sale.do.buy,
      body: createTransaction,
      success: 201,
      response: transactionCreated,
      handle: async (call) => {
        const { id, position } = granted(await transactions.buy(call.body, call.context));
        const transaction = await view(id, call.account, position);
        const body = { ...SUCCESS, message: 'Transaction created successfully', transaction, transactionId: id };
        return { body, position };
      },
    }),
    endpoint({
      method: 'put',
      path: 'transaction/{id}/shipping',
      operationId: 'setTransactionShipping',
      summary: 'Set the shipping address and start the payment',
      tag,
      limit: 'buying',
      may: access.sale.do.act,
      params: idParameter,
      body: setShipping,
      response: checkout,
      handle: async (call) => {
        const { shippingAddress: address, ...sums } = call.body;
        const opened = granted(await transactions.setShipping(call.params.id, { address, sums }, call.context));
        const { checkoutUrl, position } = opened;
        return { body: { ...SUCCESS, message: 'Shipping information updated', checkoutUrl }, position };
      },
    }),
    command({
      method: 'post',
      path: 'transaction/{id}/initiate-payment',
      operationId: 'initiatePayment',
      summary: 'Resume the payment, or retry it',
      tag,
      limit: 'buying',
      may: access.sale.do.act,
      params: idParameter,
      response: checkout,
      run: (call) => transactions.initiatePayment(call.params.id, call.context),
      answer: ({ checkoutUrl }) => ({ ...SUCCESS, message: 'Payment initiated', checkoutUrl }),
    }),
    endpoint({
      method: 'post',
      path: 'transaction/{id}/confirm-shipment',
      operationId: 'confirmShipment',
      summary: 'Confirm the shipment, as the seller',
      tag,
      limit: 'dealing',
      may: access.sale.do.act,
      params: idParameter,
      body: confirmShipment,
      response: transactionChanged,
      handle: (call) => changed(call, { type: 'ConfirmShipment', ...call.body }, 'Shipment confirmed successfully'),
    }),
    endpoint({
      method: 'post',
      path: 'transaction/{id}/confirm-delivery',
      operationId: 'confirmDelivery',
      summary: 'Confirm the delivery, as the buyer',
      tag,
      limit: 'dealing',
      may: access.sale.do.act,
      params: idParameter,
      response: transactionChanged,
      handle: (call) => changed(call, { type: 'ConfirmDelivery' }, 'Delivery confirmed successfully'),
    }),
    endpoint({
      method: 'post',
      path: 'transaction/{id}/cancel',
      operationId: 'cancelTransaction',
      summary: 'Cancel a transaction and refund the captured money',
      tag,
      limit: 'dealing',
      may: access.sale.do.act,
      params: idParameter,
      body: cancelTransaction,
      response: transactionChanged,
      handle: async (call) => {
        const { reason = null, otherReason = null } = call.body;
        const written = granted(
          await transactions.act(call.params.id, { type: 'Cancel', reason, otherReason }, call.context),
        );
        const refundFollows = written.sale.status === 'REFUND_BUYER';
        return done(
          call,
          written,
          refundFollows ? 'Transaction cancellation initiated successfully!' : 'Transaction cancelled successfully',
        );
      },
    }),
    endpoint({
      method: 'post',
      path: 'transaction/{id}/pause-escrow',
      operationId: 'pauseEscrow',
      summary: 'Pause the escrow period, as the buyer',
      tag,
      limit: 'dealing',
      may: access.sale.do.act,
      params: idParameter,
      body: pauseEscrow,
      response: transactionChanged,
      handle: (call) => changed(call, { type: 'PauseEscrow', ...call.body }, 'Escrow period has been paused.'),
    }),
    endpoint({
      method: 'patch',
      path: 'transaction/{id}/status',
      operationId: 'changeTransactionStatus',
      summary: 'Send the command that leads to a status',
      tag,
      limit: 'dealing',
      may: access.sale.do.act,
      params: idParameter,
      body: statusChange,
      response: transactionChanged,
      handle: async (call) =>
        done(
          call,
          granted(await transactions.changeStatus(call.params.id, call.body, call.context)),
          'Transaction updated successfully',
        ),
    }),
    endpoint({
      method: 'put',
      path: 'transaction/{id}',
      operationId: 'updateTransaction',
      summary: 'Update the shipping address; nothing else can change here',
      tag,
      limit: 'buying',
      may: access.sale.do.act,
      params: idParameter,
      body: transactionUpdate,
      response: checkout,
      handle: async (call) => {
        const { shippingAddress: address, ...sums } = call.body;
        const request = address
          ? await transactions.setShipping(call.params.id, { address, sums }, call.context)
          : undefined;
        const { checkoutUrl, position } = granted(
          request ?? (await transactions.refuseUpdate(call.params.id, call.context)),
        );
        return { body: { ...SUCCESS, message: 'Shipping information updated', checkoutUrl }, position };
      },
    }),
    endpoint({
      method: 'post',
      path: 'shipping/calculate',
      operationId: 'calculateShipping',
      summary: 'Calculate the shipping cost of a seller, or of one listing',
      tag,
      reads: false,
      limit: 'reading',
      may: access.sale.see.quote,
      body: calculateShipping,
      response: shippingCost,
      handle: async ({ body, context }) => {
        const { cost, zone } = granted(await transactions.quoteShipping(body, body.buyerCountry, context));
        return { body: { shippingCost: toEuros(cost), zone } };
      },
    }),
  ];
};
