import { nameSkeleton } from '#domain/accounts/confusableNames.ts';
import { normalizeName } from '#domain/accounts/nameClaim.ts';
import { type Policy, policy } from '../../shared/policy.ts';
import { causedBy } from '../../shared/policyCommands.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import { idIn } from '../../streams/transactionSummary.ts';
import { type ClaimDeps, streamOf } from '../nameClaims.ts';

type Deps = Pick<PolicyDeps, 'commands' | 'repository'> & Pick<ClaimDeps, 'hashName'>;

/**
 * Who has a name holds what it looks like. Registration claims that itself; for accounts of a release that saw fewer likenesses it is done
 * here. Where somebody holds it already both keep their names. When likenesses change again this gets another name, and reads all accounts anew.
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
