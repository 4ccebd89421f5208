import { createHash } from 'node:crypto';
import type { EventEmailTo } from '#domain/notifications/emails.ts';
import { emailsAbout } from '#domain/notifications/eventTexts.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { TransactionId } from '#domain/shared/ids.ts';
import type { Cents } from '#domain/shared/money.ts';
import { partOf } from '#domain/transactions/allowed.ts';
import type { SellerStanding } from '#domain/transactions/commands.ts';
import { type Consequences, consequencesOf } from '#domain/transactions/consequences.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { type MoneyState, moneyStateOf } from '#domain/transactions/moneyState.ts';
import { standingOf } from '../accounts/sellerStanding.ts';
import type { TransactionSummary } from '../ports/saleFacts.ts';
import type { CommandContext } from '../streams/command.ts';
import { type PurchaseRejection, refusedTo, type TransactionDeps, visibleTransaction } from './transactionDeps.ts';

/** The rationale does not change what follows, so a preview needs none. */
const ANY_RATIONALE = 'preview';

/**
 * Identifies what was shown: the revision, the sums, and for each step its events, entries and who confirms. Instants are left out,
 * because time passes between the preview and the decision. `revision`: the revision that was shown, if later events exist.
 */
export const hashOf = (
  { before, steps, ended, begun, can }: Consequences,
  revision: number = before.revision,
): string =>
  createHash('sha256')
    .update(
      JSON.stringify({
        revision,
        steps: steps.map(({ confirms, events, entries }) => ({
          confirms,
          // a refund that waits has no entries yet, so its sum counts here
          events: events.map(({ type, data }) => ('toBuyer' in data ? [type, data.toBuyer] : type)),
          entries,
        })),
        ended: ended.map(({ kind }) => kind),
        begun: begun.map(({ kind }) => kind),
        can,
      }),
    )
    .digest('hex');

/** The content of an e-mail that a party would get. */
export type ConsideredEmail = Pick<EventEmailTo, 'template' | 'details'> & {
  to: 'buyer' | 'seller';
  username: string | null;
  transaction: TransactionSummary | null;
  money: MoneyState;
};

const emailsOf = async (
  event: TransactionEvent,
  { before, after, steps }: Consequences,
  standing: SellerStanding,
  { repository }: Pick<TransactionDeps, 'repository'>,
): Promise<ConsideredEmail[]> => {
  const transaction = (await repository.saleFacts(before.id)) ?? null;
  const around = { subject: before.id, eventId: event.type, commandId: event.type, paid: before.paymentId !== null };
  const money = moneyStateOf(after, standing, steps.at(-1)!.at);
  const parties = { buyer: before.buyerId, seller: before.sellerId };
  const considered: ConsideredEmail[] = [];
  for (const { to, template, details = {}, unlessBankVerified } of emailsAbout(event, around)) {
    if (to !== 'buyer' && to !== 'seller') continue;
    if (unlessBankVerified && (standing.bankVerified || standing.suspended)) continue;
    const { username } = (await repository.accounts.load(parties[to])).state;
    considered.push({ to, template, details, username, transaction, money });
  }
  return considered;
};

type Considered = { consequences: Consequences; hash: string; emails: ConsideredEmail[][] };

/** What would follow if this person decided it now. `emails`: those of each step. Appends nothing. */
export const considerDecision = async (
  id: TransactionId,
  toBuyer: Cents,
  { actor }: Pick<CommandContext, 'actor'>,
  deps: Pick<TransactionDeps, 'repository' | 'clock'>,
): Promise<Result<Considered, PurchaseRejection>> => {
  const { repository, clock } = deps;
  const found = await visibleTransaction(repository.transactions.load, id, actor);
  if (!found.ok) return found;
  const transaction = found.value.state;
  if (partOf(transaction, actor) !== 'staff') return reject({ code: 'notYourTransaction' });
  const seller = await standingOf(repository, transaction.sellerId);
  const by = { id: actor.id, role: 'staff' } as const;
  const decided = consequencesOf(transaction, { toBuyer, rationale: ANY_RATIONALE, seller, at: clock.now(), by });
  if (!decided.ok) return reject(refusedTo(actor, transaction, 'DecideDispute', decided.error));
  const consequences = decided.value;
  const emails = await Promise.all(
    consequences.steps.map(async ({ events }) =>
      (await Promise.all(events.map((event) => emailsOf(event, consequences, seller, deps)))).flat(),
    ),
  );
  return ok({ consequences, hash: hashOf(consequences), emails });
};
