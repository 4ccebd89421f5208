import { createHash } from 'node:crypto';
import { accountStream, part } from '#application/accounts/accountDeps.ts';
import type { AuditStream } from '#application/contract/audit.ts';
import type { StreamName } from '#application/ports/eventStore.ts';
import { SubjectErased } from '#application/ports/keys.ts';
import type { CommandContext } from '#application/streams/command.ts';
import { access } from '#domain/access/access.ts';
import { MASK } from '#domain/access/mask.ts';
import { actingRole } from '#domain/access/right.ts';
import { partiesIn } from '#domain/audit/dataSubjects.ts';
import { type AccessKind, accountAccessReason, transactionAccessReason } from '#domain/notifications/accessReasons.ts';
import type { Role } from '#domain/shared/actor.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { Sights } from '#projections/transactions/sights.ts';
import type { SignedIn } from '../../endpoint.ts';
import { type EndpointDeps, granted } from '../deps.ts';

const TRANSACTION = 'transaction-';
const ACCOUNT = 'account-';

export const isOfAccount = (stream: string): boolean => stream.startsWith(ACCOUNT);

/** What names an event, of whatever form its data are. */
type Named = { stream: string; revision: number; type: string; data: object };

/** `history`: of the sale, the conversation or the account, as far as it is read. `clear`: what personal of it is shown in clear. */
type LookedInto = { look: AccessKind; history: readonly Named[]; clear: readonly string[] };

/** What of a sale its reader is shown in clear. */
export const inClear = (sights: Sights): string[] =>
  Object.entries(sights).flatMap(([name, sight]) => (sight === 'clear' ? [name] : []));

const saysSomething = (value: unknown): boolean =>
  value != null && value !== MASK && !(Array.isArray(value) && value.length === 0);

/** Which personal fields of a history its reader is shown in clear. */
export const fieldsInClear = (events: AuditStream['events']): string[] => [
  ...new Set(events.flatMap(({ data, personal }) => personal.filter((field) => saysSomething(data[field])))),
];

/** `of`, `revision`, `event`: the last fact of what was read. */
type Trace = {
  look: AccessKind;
  of: StreamName;
  revision: number;
  event: string;
  clear: readonly string[];
  concerned: readonly AccountId[];
  why: (role: Role) => ReturnType<typeof transactionAccessReason>;
};

const REMEMBERED = 10_000;

/**
 * Whoever of our side reads what is personal of somebody leaves a fact that those concerned read, written before anything is shown: once
 * a day for each who looks and each way of looking, and each time for what is taken away.
 */
export const openTraces = ({ repository, clock }: Pick<EndpointDeps, 'repository' | 'clock'>) => {
  /** Those that this process has written: a list that is read all day need not ask for each of its rows. */
  const left = new Set<string>();

  /** False where the account is erased, and with it who could be told. */
  const told = async (
    id: AccountId,
    command: Parameters<typeof repository.disclosures.send>[1],
    context: CommandContext,
  ): Promise<boolean> => {
    try {
      granted(await repository.disclosures.send(id, command, part(context, accountStream(id))));
      return true;
    } catch (error) {
      if (error instanceof SubjectErased) return false;
      throw error;
    }
  };

  return async (trace: Trace, reader: SignedIn, call: CommandContext): Promise<void> => {
    const { look, of, revision, event, clear, concerned, why } = trace;
    // what is one's own, or one's own conversation, is no look of ours
    if (concerned.includes(reader.id)) return;
    const role = actingRole(access.case.see.file, reader.roles);
    const fields = [look, ...clear];
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    const once = [reader.id, of, day, ...fields].join(' ');
    const commandId = look === 'bundle' ? call.commandId : createHash('sha256').update(once).digest('hex').slice(0, 32);
    if (left.has(commandId)) return;
    const context = { ...call, commandId, actor: { id: reader.id, role } };
    const command = { type: 'OpenPersonalData', of, revision, event, fields, ...why(role) } as const;
    let anybody = false;
    for (const id of concerned) anybody = (await told(id, command, context)) || anybody;
    // where all whom it concerns are erased it stands in the reader's own log, for auditors
    if (!anybody) await told(reader.id, command, context);
    if (left.size >= REMEMBERED) left.clear();
    left.add(commandId);
  };
};

/** The same of a sale or a conversation, whose two parties read it, for the reason that the case says. */
export const openLookedInto = (deps: Pick<EndpointDeps, 'repository' | 'queries' | 'clock'>) => {
  const { queries, clock } = deps;
  const leave = openTraces(deps);
  return async ({ look, history, clear }: LookedInto, reader: SignedIn, call: CommandContext): Promise<void> => {
    const between = partiesIn(history[0]);
    if (!between) return;
    const { stream: of, revision, type: event } = history.at(-1)!;
    const id = of.startsWith(TRANSACTION) ? of.slice(TRANSACTION.length) : undefined;
    const about = id === undefined ? between : { id };
    const { case: isCase } = await queries.transactions.circumstancesOfSales(about);
    const cases = isCase && id !== undefined ? await queries.cases.casesOf(id, clock.now()) : [];
    const kinds = cases.map(({ kind }) => kind);
    const why = (role: Role) => transactionAccessReason(isCase, kinds, role);
    const concerned = [between.buyerId, between.sellerId];
    await leave({ look, of, revision, event, clear, concerned, why }, reader, call);
  };
};

/** The same of an account, which its owner reads. */
export const openAccountLookedInto = (deps: Pick<EndpointDeps, 'repository' | 'clock'>) => {
  const leave = openTraces(deps);
  return async (
    { look, history, clear }: LookedInto & { look: 'accountFile' | 'history' },
    reader: SignedIn,
    call: CommandContext,
  ): Promise<void> => {
    const last = history.at(-1);
    if (!last) return;
    const { stream: of, revision, type: event } = last;
    const concerned = [of.slice(ACCOUNT.length)];
    const why = (role: Role) => accountAccessReason(look, role);
    await leave({ look, of, revision, event, clear, concerned, why }, reader, call);
  };
};

/** A sale that is answered: to its parties it is their own, whoever else reads it has looked into it. */
export const openTransactionShown = (deps: Pick<EndpointDeps, 'repository' | 'queries' | 'clock'>) => {
  const lookedInto = openLookedInto(deps);
  return async (
    id: string,
    { role, sights }: { role: string; sights: Sights },
    reader: SignedIn,
    call: CommandContext,
  ): Promise<void> => {
    if (role === 'buyer' || role === 'seller') return;
    const { history } = await deps.repository.sales.show(id);
    await lookedInto({ look: 'caseFile', history, clear: inClear(sights) }, reader, call);
  };
};
