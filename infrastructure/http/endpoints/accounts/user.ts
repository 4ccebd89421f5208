import {
  accountStatus,
  detailedStats,
  profile,
  profileChanged,
  profileUpdate,
  ratesChanged,
  shippingAddress,
  userChanged,
  userStats,
} from '#application/contract/accounts.ts';
import { shippingRatesUpdate } from '#application/contract/shippingRates.ts';
import { access } from '#domain/access/access.ts';
import { toEuros } from '#domain/shared/money.ts';
import { type Endpoint, endpoint } from '../../endpoint.ts';
import { type EndpointDeps, found, granted } from '../deps.ts';
import { accountStatusOf } from './deletion.ts';

const tag = 'User';

export const userEndpoints = ({ accounts, clock, queries }: EndpointDeps): Endpoint[] => {
  const own = async (id: string) => found(await queries.accounts.profileOf(id), 'accountNotFound');
  const stats = async (id: string) => found(await queries.accounts.statsOf(id, clock.now()), 'accountNotFound');

  return [
    endpoint({
      method: 'get',
      path: 'user/profile',
      operationId: 'getProfile',
      summary: 'Get your profile',
      tag,
      may: access.account.see.own,
      response: profile,
      handle: async ({ account }) => ({ body: await own(account.id) }),
    }),
    endpoint({
      method: 'get',
      path: 'user/stats',
      operationId: 'getStatistics',
      summary: 'Get your statistics',
      tag,
      may: access.account.see.own,
      response: userStats,
      handle: async ({ account }) => ({ body: await stats(account.id) }),
    }),
    endpoint({
      method: 'get',
      path: 'user/detailed-stats',
      operationId: 'getDetailedStatistics',
      tag,
      summary: 'Get your statistics with your full profile',
      may: access.account.see.own,
      response: detailedStats,
      handle: async ({ account: { id } }) => ({ body: { ...(await stats(id)), profile: await own(id) } }),
    }),
    endpoint({
      method: 'get',
      path: 'user/account-status',
      operationId: 'getAccountStatus',
      tag,
      summary: 'Get the status of your account',
      reads: false,
      may: access.account.see.own,
      response: accountStatus,
      handle: async ({ account }) => ({ body: accountStatusOf((await accounts.load(account.id)).state) }),
    }),
    endpoint({
      method: 'put',
      path: 'users/profile',
      operationId: 'updateProfile',
      summary: 'Update your name and country',
      tag,
      limit: 'settings',
      may: access.account.do.manage,
      body: profileUpdate,
      response: profileChanged,
      handle: async (call) => {
        const { id } = call.account;
        const now = (await accounts.load(id)).state;
        const { fullName = now.fullName ?? '', country = now.country } = call.body;
        const written = granted(await accounts.send(id, { type: 'UpdateProfile', fullName, country }, call.context));
        const user = accounts.sessionUserOf(id, written.state);
        return { body: { message: 'Profile updated successfully', user, ...user }, position: written.position };
      },
    }),
    endpoint({
      method: 'put',
      path: 'user/shipping',
      operationId: 'setShippingAddress',
      summary: 'Set your shipping address',
      tag,
      limit: 'settings',
      may: access.account.do.manage,
      body: shippingAddress,
      response: userChanged,
      handle: async (call) => {
        const request = { type: 'SetShippingAddress', address: call.body } as const;
        const written = granted(await accounts.send(call.account.id, request, call.context));
        const user = accounts.sessionUserOf(call.account.id, written.state);
        return { body: { message: 'Shipping address updated successfully', user }, position: written.position };
      },
    }),
    endpoint({
      method: 'put',
      path: 'user/shipping-rates',
      operationId: 'setShippingRates',
      tag,
      summary: 'Set your shipping rates',
      limit: 'settings',
      may: access.account.do.manage,
      body: shippingRatesUpdate,
      response: ratesChanged,
      handle: async (call) => {
        const { domesticRate: domestic, continentalRate: continental, internationalRate } = call.body;
        const request = {
          type: 'SetShippingRates',
          domestic,
          continental,
          international: internationalRate ?? null,
        } as const;
        const { state, position } = granted(await accounts.send(call.account.id, request, call.context));
        const rates = {
          domesticRate: toEuros(state.rates.domestic),
          continentalRate: toEuros(state.rates.continental),
          internationalRate: toEuros(state.rates.international),
        };
        return { body: { message: 'Shipping rates updated successfully', shippingRates: rates }, position };
      },
    }),
  ];
};
