import {
  bankCheckStarted,
  bankDetails,
  bankDetailsChanged,
  identityPage,
  maskedBankDetails,
  sellerRegistered,
  sellerStatus,
} from '#application/contract/accounts.ts';
import { access } from '#domain/access/access.ts';
import { maskBank } from '#projections/accounts/row.ts';
import { type Endpoint, endpoint } from '../../endpoint.ts';
import { type EndpointDeps, found, granted, SUCCESS } from '../deps.ts';

const tag = 'Seller';

export const sellerEndpoints = ({ accounts, identity, queries }: EndpointDeps): Endpoint[] => [
  endpoint({
    method: 'post',
    path: 'seller/register',
    operationId: 'acceptSellerTerms',
    summary: 'Accept the seller terms',
    tag,
    limit: 'settings',
    may: access.account.do.manage,
    response: sellerRegistered,
    handle: async (call) => {
      const written = granted(await accounts.send(call.account.id, { type: 'AcceptSellerTerms' }, call.context));
      return {
        body: {
          ...SUCCESS,
          message: 'Congratulations! You are now a seller. Please provide your bank information to receive payments.',
          user: accounts.sessionUserOf(call.account.id, written.state),
        },
        position: written.position,
      };
    },
  }),
  endpoint({
    method: 'get',
    path: 'seller/status',
    operationId: 'getSellerStatus',
    summary: 'Get the setup status of your seller account',
    tag,
    may: access.account.see.own,
    response: sellerStatus,
    handle: async ({ account }) => {
      const status = found(await queries.accounts.sellerStatusOf(account.id), 'accountNotFound');
      const { verified, rejectedReason } = status.bankAccount;
      const checking = status.hasBankDetails && !verified && rejectedReason === null;
      return { body: { ...status, identityPage: checking && identity.isAsked } };
    },
  }),
  endpoint({
    method: 'get',
    path: 'seller/bank-details',
    operationId: 'getBankDetails',
    summary: 'Get your masked bank details',
    tag,
    may: access.account.see.personal,
    response: maskedBankDetails,
    handle: async ({ account }) => ({ body: await queries.accounts.maskedBankDetailsOf(account.id) }),
  }),
  endpoint({
    method: 'post',
    path: 'seller/identity-page',
    operationId: 'openIdentityPage',
    tag,
    limit: 'identity',
    summary: 'Create a link to the identity check of the payment provider',
    may: access.account.do.manage,
    response: identityPage,
    handle: async ({ account }) => ({ body: { url: granted(await identity.page(account.id)) } }),
  }),
  endpoint({
    method: 'post',
    path: 'seller/bank-details/check',
    operationId: 'checkBankDetails',
    tag,
    limit: 'identity',
    summary: 'Check the bank details now',
    may: access.account.do.manage,
    success: 202,
    response: bankCheckStarted,
    handle: async ({ account, context }) => {
      granted(await identity.check(account.id, context.commandId));
      return { body: { message: 'Your bank account is being checked' } };
    },
  }),
  ...(
    [
      ['post', 'provideBankDetails'],
      ['put', 'replaceBankDetails'],
    ] as const
  ).map(([method, operationId]) =>
    endpoint({
      method,
      path: 'seller/bank-details',
      operationId,
      summary: 'Set or replace the bank details',
      tag,
      limit: 'bank',
      may: access.account.do.secure,
      body: bankDetails,
      response: bankDetailsChanged,
      handle: async (call) => {
        const request = { type: 'ProvideBankDetails', bank: call.body } as const;
        const { position } = granted(await accounts.send(call.account.id, request, call.context));
        const message = 'Bank details updated successfully';
        return { body: { message, maskedDetails: maskBank(call.body) }, position };
      },
    }),
  ),
];
