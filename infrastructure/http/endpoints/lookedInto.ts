import { createHash } from 'node:crypto';
import { accountStream, part } from '#application/accounts/accountDeps.ts';
import type { CommandContext } from '#application/command.ts';
import type { AuditStream } from '#application/contract/audit.ts';
import { SubjectErased } from '#application/ports/keys.ts';
import { access } from '#domain/access/access.ts';
import { MASK } from '#domain/access/mask.ts';
import { actingRole } from '#domain/access/right.ts';
import { betweenIn } from '#domain/disclosures/concerned.ts';
import { type Look, whyLookedInto } from '#domain/disclosures/looks.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { Sights } from '#projections/transactions/sights.ts';
import type { SignedIn } from '../endpoint.ts';
import { type EndpointDeps, granted } from './deps.ts';

const SALE = 'transaction-';

/** What names an event, of whatever form its data are. */
type Named = { stream: string; revision: number; type: string; data: object };

/** `history`: of the sale or the conversation, as far as it is read. `clear`: what personal of it is shown in clear. */
type LookedInto = { look: Look; history: readonly Named[]; clear: readonly string[] };

/** What of a sale its reader is shown in clear. */
export const inClear = (sights: Sights): string[] =>
  Object.entries(sights).flatMap(([name, sight]) => (sight === 'clear' ? [name] : []));

const saysSomething = (value: unknown): boolean =>
  value != null && value !== MASK && !(Array.isArray(value) && value.length === 0);

/** Which personal fields of a history its reader is shown in clear. */
export const fieldsInClear = (events: AuditStream['events']): string[] => [
  ...new Set(events.flatMap(({ data, personal }) => personal.filter((field) => saysSomething(data[field])))),
];

/**
 * Whoever of our side looks into a sale leaves a fact that its parties read, written before anything is shown: once a day for each who
 * looks and each way of looking, and each time for what is taken away.
 */
export const openLookedInto = ({
  repository,
  queries,
  clock,
}: Pick<EndpointDeps, 'repository' | 'queries' | 'clock'>) => {
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

  return async ({ look, history, clear }: LookedInto, reader: SignedIn, call: CommandContext): Promise<void> => {
    const between = betweenIn(history[0]);
    if (!between) return;
    const { stream: of, revision, type: event } = history.at(-1)!;
    const now = clock.now();
    const role = actingRole(access.case.see.file, reader.roles);
    const fields = [look, ...clear];
    const day = new Date(now).toISOString().slice(0, 10);
    const once = [reader.id, of, day, ...fields].join(' ');
    const commandId = look === 'bundle' ? call.commandId : createHash('sha256').update(once).digest('hex').slice(0, 32);
    const { correlationId, causationId } = call;
    const context = { commandId, correlationId, causationId, actor: { id: reader.id, role } };
    const id = of.startsWith(SALE) ? of.slice(SALE.length) : undefined;
    const about = id === undefined ? between : { id };
    const { case: isCase } = await queries.transactions.circumstancesOfSales(about);
    const cases = isCase && id !== undefined ? await queries.cases.casesOf(id, now) : [];
    const why = whyLookedInto(
      isCase,
      cases.map(({ kind }) => kind),
      role,
    );
    const command = { type: 'OpenPersonalData', of, revision, event, fields, ...why } as const;
    const buyerTold = await told(between.buyerId, command, context);
    const sellerTold = await told(between.sellerId, command, context);
    // of a sale whose parties are both erased it stands in the reader's own log, for auditors
    if (!buyerTold && !sellerTold) await told(reader.id, command, context);
  };
};
