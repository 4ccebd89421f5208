import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountSummary } from '#application/contract/staffAccounts.ts';
import { access } from '#domain/access/access.ts';
import type { Role } from '#domain/shared/actor.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { useUser } from '../../../api/session.tsx';
import { ActionQuestion } from '../../../staff/ConfirmedAction.tsx';
import { rolesQuery } from '../../../staff/staffQueries.ts';
import { useMay } from '../../../staff/useStaffAction.ts';
import { Link } from '../../../ui/Link.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { partOnDemand } from '../../../ui/partOnDemand.tsx';
import { SkeletonLines } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { TableRegion, TableSkeleton } from '../../../ui/TableRegion.tsx';
import { ProposedRoles } from './ProposedRoles.tsx';
import { RoleRights } from './RoleRights.tsx';

const GrantRole = partOnDemand(async () => (await import('./GrantRole.tsx')).GrantRole, <SkeletonLines lines={5} />);
type Held = { account: AccountSummary; role: Exclude<Role, 'member'> };

const rolesOf = ({ roles }: AccountSummary) => roles.filter((role) => role !== 'member');

const Revoke = ({ held: { account, role }, onClose }: { held: Held; onClose: () => void }) => {
  const own = useUser()._id === account._id;
  return (
    <ActionQuestion
      open
      onOpenChange={onClose}
      title={`Revoke the role ${role}?`}
      confirmText="Revoke"
      danger
      busyText="Revoking…"
      failure="Failed to revoke the role"
      path="admin/roles/revoke"
      body={{ account: account._id, role }}
      said={['Role revoked']}
    >
      <p>
        {own ? 'You lose' : `${account.username} loses`} it at once, even on pages that are open.
        {own && role === 'admin' && ' Only another admin can propose you again.'}
      </p>
    </ActionQuestion>
  );
};

const Holders = ({ acts }: { acts: boolean }) => {
  const { data, error, isPending, refetch } = useQuery(rolesQuery);
  if (isPending) return <TableSkeleton rows={4} />;
  if (!data)
    return (
      <ErrorState error={error} title="Failed to load the roles" onRetry={() => refetch()}>
        {messageOf(error, 'Try again in a moment.')}
      </ErrorState>
    );
  return (
    <>
      {data.proposals.length > 0 && <ProposedRoles proposals={data.proposals} acts={acts} />}
      {data.accounts.length === 0 ? (
        <EmptyState title="No privileged accounts" />
      ) : (
        <HolderTable accounts={data.accounts} acts={acts} />
      )}
    </>
  );
};

const HolderTable = ({ accounts, acts }: { accounts: readonly AccountSummary[]; acts: boolean }) => {
  const [revoking, setRevoking] = useState<Held>();
  return (
    <div className="panel flush">
      <TableRegion label="Who has which role">
        <table className="events">
          <caption className="sr-only">Privileged accounts</caption>
          <thead>
            <tr>
              <th scope="col">Username</th>
              <th scope="col">E-mail</th>
              <th scope="col">Roles</th>
            </tr>
          </thead>
          <tbody>
            {accounts.map((account) => (
              <tr key={account._id}>
                <td>
                  <Link to={`/staff/accounts/${account._id}`}>{account.username}</Link>
                </td>
                <td>{account.email}</td>
                <td>
                  <ul className="role-list">
                    {rolesOf(account).map((role) => (
                      <li key={role}>
                        {role}
                        {acts && (
                          <button
                            type="button"
                            aria-label={`Revoke ${role} from ${account.username}`}
                            onClick={() => setRevoking({ account, role })}
                          >
                            Revoke
                          </button>
                        )}
                      </li>
                    ))}
                  </ul>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableRegion>
      {revoking && <Revoke held={revoking} onClose={() => setRevoking(undefined)} />}
    </div>
  );
};

export const Roles = () => {
  const acts = useMay(access.role.do.change);
  return (
    <>
      <PageHeading
        title="Roles"
        lead="Staff decide cases, auditors read everything and change nothing, admins grant roles. Each grant needs two admins and is recorded."
        rule={false}
      />
      <div className="case">
        <div>
          <Holders acts={acts} />
          <RoleRights />
        </div>
        {acts && (
          <div>
            <Panel title="Propose a role">
              <GrantRole />
            </Panel>
          </div>
        )}
      </div>
    </>
  );
};
