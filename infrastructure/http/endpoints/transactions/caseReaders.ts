import type { z } from 'zod';
import { caseReaders, readCase } from '#application/contract/caseDesk.ts';
import type { StaffCase } from '#application/contract/caseQueue.ts';
import { access } from '#domain/access/access.ts';
import { may, towards } from '#domain/access/right.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId, TransactionId } from '#domain/shared/ids.ts';
import { type Endpoint, endpoint, Refused } from '../../endpoint.ts';
import { type EndpointDeps, idParameter } from '../deps.ts';

type Reader = z.infer<typeof caseReaders>['readers'][number];
type Deps = Pick<EndpointDeps, 'caseReaders' | 'queries'>;

/** The people who read these cases now, by case. */
const readersOf = async (
  transactions: readonly TransactionId[],
  { caseReaders: presence, queries }: Deps,
): Promise<ReadonlyMap<TransactionId, Reader[]>> => {
  const present = await presence.of(transactions);
  const names = await queries.accounts.usernamesOf([...present.values()].flat());
  return new Map(
    [...present].map(([transaction, accounts]) => [
      transaction,
      accounts.map((id) => ({ _id: id, username: names.get(id) ?? ERASED })),
    ]),
  );
};

/** The cases with everybody else who reads them now: somebody who went back to the queue may still count as a reader. */
export const withReaders = async (cases: readonly StaffCase[], reader: AccountId, deps: Deps): Promise<StaffCase[]> => {
  const readers = await readersOf(
    cases.flatMap(({ sale }) => sale?._id ?? []),
    deps,
  );
  return cases.map((one) => {
    const others = one.sale ? (readers.get(one.sale._id) ?? []).filter(({ _id }) => _id !== reader) : [];
    return others.length > 0 ? { ...one, readers: others } : one;
  });
};

/** A browser says here every 20 seconds that it shows a case. */
export const caseReaderEndpoints = (deps: Pick<EndpointDeps, 'caseReaders' | 'queries' | 'repository'>): Endpoint[] => [
  endpoint({
    method: 'put',
    path: 'staff/cases/{id}/reading',
    operationId: 'readCase',
    summary: 'Say that you read a case now, or no longer, and list who else does',
    tag: 'Staff',
    limit: 'reading',
    may: access.case.see.file,
    params: idParameter,
    body: readCase,
    response: caseReaders,
    handle: async ({ params: { id }, body: { reading, newest, visit }, account }) => {
      const { state } = await deps.repository.transactions.show(id);
      if (state.buyerId === '') throw new Refused({ code: 'transactionNotFound' });
      if (!may(access.case.see.file, towards(state, account))) throw new Refused({ code: 'notAllowed' });
      await deps.caseReaders[reading ? 'enter' : 'leave'](id, account.id, visit);
      const readTo = await deps.caseReaders.readTo(id, account.id, newest === undefined ? undefined : new Date(newest));
      const here = (await readersOf([id], deps)).get(id) ?? [];
      const readers = here.filter(({ _id }) => _id !== account.id);
      return { body: { readers, readTo: readTo?.toISOString() ?? null } };
    },
  }),
];
