import type { Instant } from '#domain/shared/instants.ts';
import type { Errand } from '../ports/agenda.ts';
import type { DueDeadline } from '../ports/deadlines.ts';
import { checkAgain } from './bankVerification.ts';
import { type DeadlineDeps, fireDeadline } from './deadlines.ts';
import { eraseDue } from './erasure.ts';
import { makeInquiry } from './inquiries.ts';
import { endBankHold } from './payability.ts';
import { sweepProviderFacts } from './providerFacts.ts';
import { checkOrphan } from './reservation.ts';

/** `waiting`: due, but the provider does not answer at present. */
export type Swept = { fired: number; waiting: number };

const PAGE = 200;

const sweepDeadlineRows = async (now: Instant, deps: DeadlineDeps): Promise<Swept> => {
  const seen = new Set<string>();
  const swept: Swept = { fired: 0, waiting: 0 };
  for (;;) {
    // rows stay in the read model until it has seen what was written, so the next page lies behind those already seen
    const due = await deps.deadlines.due(now, seen.size + PAGE);
    const fresh = due.filter((deadline) => !seen.has(keyOf(deadline)));
    if (fresh.length === 0) return swept;
    for (const deadline of fresh) {
      seen.add(keyOf(deadline));
      const firing = await attempt(deadline, deps);
      if (firing === 'fired') swept.fired++;
      if (firing === 'waiting') swept.waiting++;
    }
  }
};

const keyOf = ({ transactionId, kind, dueAt }: DueDeadline): string => `${transactionId}.${kind}.${dueAt}`;

/** One sale that cannot be handled must not stop the others. */
const attempt = async (deadline: DueDeadline, deps: DeadlineDeps) => {
  try {
    return await fireDeadline(deadline, deps);
  } catch (error) {
    const details = { sale: deadline.transactionId, kind: deadline.kind, error: String(error) };
    deps.log.error(details, 'a deadline could not be fired; it is tried again with the next sweep');
    return 'waiting';
  }
};

const ERRANDS = {
  orphanCheck: checkOrphan,
  bankHoldEnds: endBankHold,
  bankCheck: checkAgain,
  inquiry: makeInquiry,
  waitingForPayout: async () => false,
  told: async () => false,
} satisfies Record<Errand['kind'], (errand: Errand, deps: DeadlineDeps) => Promise<boolean>>;

/** One that cannot be run now stays for the next sweep, and stops no other. */
const runErrands = async (now: Instant, deps: DeadlineDeps): Promise<number> => {
  let done = 0;
  for (const errand of await deps.agenda.due(now, PAGE)) {
    try {
      if (await ERRANDS[errand.kind](errand, deps)) done++;
      await deps.agenda.remove(errand.id);
    } catch (error) {
      deps.log.warn({ errand: errand.id, error: String(error) }, 'an errand could not be run; it stays');
    }
  }
  return done;
};

/**
 * Fires whatever is due at `now`, from tables alone: the job queue may be lost. Call it every few seconds, and again while `fired`
 * is above 0, since one firing can make another due. Firing twice is harmless.
 */
export const sweepDeadlines = async (now: Instant, deps: DeadlineDeps): Promise<Swept> => {
  await sweepProviderFacts(deps);
  const swept = await sweepDeadlineRows(now, deps);
  await deps.evidence.sweep(now);
  return { ...swept, fired: swept.fired + (await runErrands(now, deps)) + (await eraseDue(now, deps)) };
};
