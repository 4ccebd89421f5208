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
import {
  type AccessKind,
  accountAccessReason,
  exportAccessReason,
  transactionAccessReason,
} from '#domain/notifications/accessReasons.ts';
import type { Role } from '#domain/shared/actor.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { Sights } from '#projections/transactions/sights.ts';
import type { SignedIn } from '../../endpoint.ts';
import { type EndpointDeps, granted } from '../deps.ts';

const TRANSACTION = 'transaction-';
const ACCOUNT = 'account-';

export const isOfAccount = (stream: string): boolean => stream.startsWith(ACCOUNT);

/** Identifies an event, whatever the form of its data. */
type Named = { stream: string; revision: number; type: string; data: object };

/** `history`: the events that are read. `clear`: the personal fields shown in clear. */
type LookedInto = { look: AccessKind; history: readonly Named[]; clear: readonly string[] };

/** The parts of a transaction that the reader sees in clear. */
export const inClear = (sights: Sights): string[] =>
  Object.entries(sights).flatMap(([name, sight]) => (sight === 'clear' ? [name] : []));

const saysSomething = (value: unknown): boolean =>
  value != null && value !== MASK && !(Array.isArray(value) && value.length === 0);

/** The personal fields of a history that the reader sees in clear. */
export const fieldsInClear = (events: AuditStream['events']): string[] => [
  ...new Set(events.flatMap(({ data, personal }) => personal.filter((field) => saysSomething(data[field])))),
];

/** `of`, `revision`, `event`: the last event that was read. */
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
 * Logs each access of staff, auditors and admins to personal data, before they see it; the people concerned can read the log. Once a day
 * per reader, kind of access and reason; every time for a download.
 */
export const openTraces = ({ repository, clock }: Pick<EndpointDeps, 'repository' | 'clock'>) => {
  /** Accesses that this process has logged, so that a list read all day does not ask for each row. */
  const left = new Set<string>();

  /** False if the account is erased. */
  const told = async (
    id: AccountId,
    command: Parameters<typeof repository.accessLog.send>[1],
    context: CommandContext,
  ): Promise<boolean> => {
    try {
      granted(await repository.accessLog.send(id, command, part(context, accountStream(id))));
      return true;
    } catch (error) {
      if (error instanceof SubjectErased) return false;
      throw error;
    }
  };

  return async (trace: Trace, reader: SignedIn, call: CommandContext): Promise<void> => {
    const { look, of, revision, event, clear, concerned, why } = trace;
    // reading your own data is not an access
    if (concerned.includes(reader.id)) return;
    const role = actingRole(access.case.see.file, reader.roles);
    const fields = [look, ...clear];
    const reason = why(role);
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    const once = [reader.id, of, day, ...fields, reason.reason].join(' ');
    const commandId = look === 'bundle' ? call.commandId : createHash('sha256').update(once).digest('hex').slice(0, 32);
    if (left.has(commandId)) return;
    const context = { ...call, commandId, actor: { id: reader.id, role } };
    const command = { type: 'OpenPersonalData', of, revision, event, fields, ...reason } as const;
    let anybody = false;
    for (const id of concerned) anybody = (await told(id, command, context)) || anybody;
    // if everybody concerned is erased, the reader's own log keeps it for auditors
    if (!anybody) await told(reader.id, command, context);
    if (left.size >= REMEMBERED) left.clear();
    left.add(commandId);
  };
};

/** The same for a transaction or a conversation: both parties can read it, and the case is the reason. */
export const openLookedInto = (deps: Pick<EndpointDeps, 'repository' | 'queries' | 'clock'>) => {
  const { queries } = deps;
  const leave = openTraces(deps);
  return async ({ look, history, clear }: LookedInto, reader: SignedIn, call: CommandContext): Promise<void> => {
    const between = partiesIn(history[0]);
    if (!between) return;
    const { stream: of, revision, type: event } = history.at(-1)!;
    const id = of.startsWith(TRANSACTION) ? of.slice(TRANSACTION.length) : undefined;
    const about = id === undefined ? between : { id };
    const { reasons } = await queries.transactions.circumstancesOfSales(about);
    const why = (role: Role) => transactionAccessReason(reasons, role);
    const concerned = [between.buyerId, between.sellerId];
    await leave({ look, of, revision, event, clear, concerned, why }, reader, call);
  };
};

/** The same for an account: its owner can read it. */
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

/** Logs an export of events in the log of its reader: it concerns the people of many histories, and names nobody. */
export const openExportLogged =
  ({ repository }: Pick<EndpointDeps, 'repository'>) =>
  async ({ q, format }: { q: string; format: string }, reader: SignedIn, call: CommandContext): Promise<void> => {
    const role = actingRole(access.history.see.events, reader.roles);
    const command = {
      type: 'OpenPersonalData',
      of: accountStream(reader.id),
      revision: 0,
      event: 'EventsExported',
      fields: ['eventExport' satisfies AccessKind],
      ...exportAccessReason(q, format, role),
    } as const;
    const context = { ...call, actor: { id: reader.id, role } };
    granted(await repository.accessLog.send(reader.id, command, part(context, accountStream(reader.id))));
  };

/** Logs the read of a transaction, unless its reader is a party. */
export const openTransactionShown = (deps: Pick<EndpointDeps, 'repository' | 'queries' | 'clock'>) => {
  const lookedInto = openLookedInto(deps);
  return async (
    id: string,
    { role, sights }: { role: string; sights: Sights },
    reader: SignedIn,
    call: CommandContext,
  ): Promise<void> => {
    if (role === 'buyer' || role === 'seller') return;
    const { history } = await deps.repository.transactions.show(id);
    await lookedInto({ look: 'caseFile', history, clear: inClear(sights) }, reader, call);
  };
};
