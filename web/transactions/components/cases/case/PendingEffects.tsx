import { useQuery } from '@tanstack/react-query';
import type { EffectAnswer } from '#application/contract/effects.ts';
import { MINUTE } from '#domain/shared/instants.ts';
import { PendingWork } from '../../../../staff/PendingWork.tsx';
import { effectsQuery } from '../../../../staff/staffQueries.ts';
import { Panel } from '../../../../ui/Panel.tsx';
import { useNow } from '../../../../ui/useNow.ts';

/** Work that is about to run needs nobody's attention. */
const isWorthSaying = ({ outcome, nextAt }: EffectAnswer, now: number): boolean =>
  outcome !== 'waiting' || (nextAt !== null && Date.parse(nextAt) > now + MINUTE);

/** Failed calls and e-mails of the sale with their last error, and what waits. Nothing if there is none. */
export const PendingEffects = ({ sale }: { sale: string }) => {
  const { data } = useQuery(effectsQuery(`transaction-${sale}`));
  const now = useNow();
  const pending = (data?.pending ?? []).filter((effect) => isWorthSaying(effect, now));
  return pending.length > 0 ? (
    <Panel title="Pending work">
      <PendingWork pending={pending} />
    </Panel>
  ) : null;
};
