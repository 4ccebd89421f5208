import { type Policy, policy } from '../follow.ts';
import type { Sessions } from '../ports/sessions.ts';
import { idIn } from './saleFacts.ts';

/** The call that suspends ends the sessions at once; should it die in between, they end here all the same. */
export const suspensions = ({ sessions }: { sessions: Pick<Sessions, 'endAll'> }): Policy =>
  policy({
    name: 'suspensions',
    handles: ['AccountSuspended'],
    handle: (event) => sessions.endAll(idIn(event.stream)),
  });
