import { nameSkeleton } from '#domain/accounts/confusableNames.ts';
import { normalizeName } from '#domain/accounts/nameClaim.ts';
import { type Policy, policy } from '../../shared/policy.ts';
import { causedBy } from '../../shared/policyCommands.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import { idIn } from '../../streams/transactionSummary.ts';
import { type ClaimDeps, streamOf } from '../nameClaims.ts';

type Deps = Pick<PolicyDeps, 'commands' | 'repository'> & Pick<ClaimDeps, 'hashName'>;

/**
 * Every username also claims its confusable form. Registration does this itself; this policy catches up accounts
 * registered before. If somebody else already holds the form, both keep their names. If the rules for confusable
 * names change, rename this policy so that it reads all accounts again.
 */
export const names = ({ commands, repository, hashName }: Deps): Policy =>
  policy({
    name: 'names',
    handles: ['AccountRegistered'],
    begins: { AccountRegistered: 'start' },
    handle: async (event) => {
      const accountId = idIn(event.stream);
      const { username } = (await repository.accounts.load(accountId)).state;
      if (username === null || nameSkeleton(username) === normalizeName(username)) return;
      const claim = { type: 'ClaimName', accountId } as const;
      await commands.toName(streamOf('likeness', username, { hashName }), claim, causedBy(event, 'likeness'));
    },
  });
