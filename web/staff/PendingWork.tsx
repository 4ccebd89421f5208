import type { StreamEffects } from '#application/contract/effects.ts';
import { effectWords, isOnTime, outcomeWords } from './effectWords.ts';

/** Jobs, calls and e-mails that wait, failed or were given up. */
export const PendingWork = ({ pending }: Pick<StreamEffects, 'pending'>) =>
  pending.length === 0 ? (
    <p className="muted">No job, call or e-mail is waiting.</p>
  ) : (
    <ul className="pending-work">
      {pending.map((effect) => (
        <li key={`${effect.kind} ${effect.ref}`}>
          <b>{effectWords(effect)}</b>
          <small className={isOnTime(effect) ? 'muted' : 'late'}>{outcomeWords(effect)}</small>
        </li>
      ))}
    </ul>
  );
