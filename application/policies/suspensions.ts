import { type Policy, policy } from '../follow.ts';
import type { Erasure } from '../ports/erasure.ts';
import type { Sessions } from '../ports/sessions.ts';
import { causedBy } from './commands.ts';
import type { PolicyDeps } from './policyDeps.ts';
import { idIn } from './saleFacts.ts';

type Deps = Pick<PolicyDeps, 'commands'> & { erasure: Pick<Erasure, 'activeListingsOf'> };

/** What is on offer of a terminated account leaves the market, and does not come back with it: its owner can offer it anew. */
export const terminations = ({ commands, erasure }: Deps): Policy =>
  policy({
    name: 'terminations',
    handles: ['AccountTerminated'],
    handle: async (event) => {
      for (const listing of await erasure.activeListingsOf(idIn(event.stream))) {
        const archive = { type: 'ArchiveListing', reason: 'accountTerminated' } as const;
        await commands.toListing(listing, archive, causedBy(event, `archive.${listing}`));
      }
    },
  });

/** The call that suspends ends the sessions at once; should it die in between, they end here all the same. */
export const suspensions = ({ sessions }: { sessions: Pick<Sessions, 'endAll'> }): Policy =>
  policy({
    name: 'suspensions',
    handles: ['AccountSuspended'],
    handle: (event) => sessions.endAll(idIn(event.stream)),
  });
