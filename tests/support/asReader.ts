import type { Repository } from '#application/streams/repository.ts';
import { toEuros } from '#domain/shared/money.ts';
import { STAFF_COMMANDS } from '#domain/transactions/decide/unread.ts';
import { divideAsAgreed } from '#domain/transactions/division.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import type { Client } from '#infrastructure/demo/client.ts';

const BY_STAFF =
  /^transaction\/([^/]+)\/(dispute\/(decide|confirm-decision|reject-decision|counter-decision|ask)|case\/close|chargeback\/(end|end\/confirm|end\/reject|end\/counter|evidence)|outside\/(settle|confirm|reject|counter)|refund\/retry|hold|hold\/lift)$/;
const ACCEPTING = /^transaction\/([^/]+)\/dispute\/(accept|accept-offer)$/;

/** The amounts of the open claim or settlement offer, in cents. */
export const sumsShown = (transaction: Transaction, of: 'AcceptClaim' | 'AcceptSettlement') => {
  const { toBuyer, toSeller } = divideAsAgreed(
    transaction,
    (of === 'AcceptClaim' ? transaction.claim?.amount : transaction.offer?.toBuyer) ?? 0,
  );
  return { toBuyer, toSeller };
};

const isSilent = (json: unknown, field: string): json is object =>
  typeof json === 'object' && json !== null && !(field in json);

/** A client that has just read each transaction: commands without revision or amounts get the current ones. */
export const asReader = (client: Client, transactions: Repository['transactions']): Client => {
  const { post } = client;
  const sent = new Map<string, object>();
  const filled = async (path: string, json: unknown): Promise<unknown> => {
    const [, decided] = BY_STAFF.exec(path) ?? [];
    if (decided !== undefined && isSilent(json, 'basedOn'))
      return { ...json, basedOn: Math.max(0, (await transactions.show(decided)).state.revision) };
    const [, accepted, how] = ACCEPTING.exec(path) ?? [];
    if (accepted === undefined || !isSilent(json, 'toBuyer')) return json;
    const { state } = await transactions.show(accepted);
    const { toBuyer, toSeller } = sumsShown(state, how === 'accept' ? 'AcceptClaim' : 'AcceptSettlement');
    return { ...json, toBuyer: toEuros(toBuyer), toSeller: toEuros(toSeller) };
  };
  return Object.assign(client, {
    post: async (path: string, json: unknown = {}, options: Parameters<Client['post']>[2] = {}) => {
      const { commandId } = options;
      // a repeated command sends the same body
      const body = (commandId && sent.get(`${commandId} ${path}`)) || (await filled(path, json));
      if (commandId) sent.set(`${commandId} ${path}`, body as object);
      return post(path, body, options);
    },
  });
};

/** The same for a decider's command. */
export const asRead = <Command extends { type: string }>(command: Command, transaction: Transaction): Command => {
  if (command.type === 'AcceptClaim' || command.type === 'AcceptSettlement')
    return { ...sumsShown(transaction, command.type), ...command };
  return command.type in STAFF_COMMANDS ? { basedOn: transaction.revision, ...command } : command;
};

/** A command without what `asRead` adds. */
export type Unread<Command> = Command extends { type: 'AcceptClaim' | 'AcceptSettlement' }
  ? Omit<Command, 'toBuyer' | 'toSeller'>
  : Command extends { basedOn?: unknown }
    ? Omit<Command, 'basedOn'> & { basedOn?: number }
    : Command;
