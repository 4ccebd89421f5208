import type { CaseConsequences } from '#application/contract/cases.ts';
import type { RenderEmail } from '#application/notifications/emails/email.ts';
import type { considerDecision } from '#application/transactions/consequences.ts';
import { sentenceOf } from '#domain/notifications/transactions.ts';
import type { Result } from '#domain/shared/decider.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { Deadline } from '#domain/transactions/commands.ts';
import type { AppealAhead } from '#domain/transactions/consequences.ts';
import { shownBalance } from '#projections/transactions/ledger/queries.ts';

type Considered = Awaited<ReturnType<typeof considerDecision>> extends Result<infer Value, unknown> ? Value : never;

const iso = (instant: Instant): string => new Date(instant).toISOString();
const shown = ({ kind, dueAt }: Deadline) => ({ kind, dueAt: iso(dueAt) });

/** The preview with its e-mails rendered. */
export const consequencesFor = ({ consequences, hash, emails }: Considered, render: RenderEmail): CaseConsequences => {
  const { before, steps, ended, begun, can, appeals } = consequences;
  const appeal = ({ until, ...rest }: AppealAhead) => ({ ...rest, until: until === null ? null : iso(until) });
  const payout = begun.find(({ kind }) => kind === 'payoutRun');
  return {
    revision: before.revision,
    hash,
    steps: steps.map(({ at, confirms, events, entries }, place) => ({
      at: iso(at),
      confirms,
      events: events.map(({ type, data }) => ({ event: type, detail: sentenceOf(type, data) })),
      entries: entries.map(shownBalance),
      emails: (emails[place] ?? []).map(({ to, details = {}, ...content }) => {
        const { subject, text } = render({ ...content, details, role: to, path: null });
        return { to, subject, text };
      }),
    })),
    ended: ended.map(shown),
    begun: begun.map(shown),
    payoutAt: payout ? iso(payout.dueAt) : null,
    can,
    appeals: { buyer: appeal(appeals.buyer), seller: appeal(appeals.seller) },
  };
};
