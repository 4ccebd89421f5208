import { z } from 'zod';
import type { Actor } from '../../shared/actor.ts';
import { type Decider, record } from '../../shared/decider.ts';
import type { Instant } from '../../shared/instants.ts';
import type { SecurityEvent } from './events.ts';
import { isTold } from './limits.ts';

type Noted<Type extends SecurityEvent['type']> = Omit<Extract<SecurityEvent, { type: Type }>['data'], 'at'>;
type By = { at: Instant; by: Actor };

export type SecurityCommand =
  | ({ type: 'NoteSignIn' } & By & Noted<'SignInSucceeded'>)
  | ({ type: 'NoteRefusedSignIn' } & By & Noted<'SignInRefused'>)
  | ({ type: 'NoteRefusedAccess' } & By & Noted<'AccessRefused'>);

/** The state of the stream of security, which is empty: nothing is decided by it. */
export const securityShape = z.object({});
export type Security = z.infer<typeof securityShape>;

/** How often something came that day is counted beside it; here stands what of it is told. */
export const security: Decider<SecurityCommand, SecurityEvent, Security, never> = {
  initial: {},
  evolve: (state) => state,
  decide: (command) => {
    if (!isTold(command.type === 'NoteSignIn' ? 'in' : 'out', command.times)) return record();
    switch (command.type) {
      case 'NoteSignIn': {
        const { at, accountId, way, secondFactor, network, times } = command;
        return record({ type: 'SignInSucceeded', data: { at, accountId, way, secondFactor, network, times } });
      }
      case 'NoteRefusedSignIn': {
        const { at, accountId, way, why, network, address, times } = command;
        return record({ type: 'SignInRefused', data: { at, accountId, way, why, network, address, times } });
      }
      case 'NoteRefusedAccess': {
        const { at, accountId, call, why, network, times } = command;
        return record({ type: 'AccessRefused', data: { at, accountId, call, why, network, times } });
      }
    }
  },
};
