import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Profile } from '#application/contract/accounts.ts';
import { profileQuery } from '../../../api/account.ts';
import { hasNothing } from '../../../api/hasNothing.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { TransactionsSkeleton } from './TransactionsSkeleton.tsx';

type Missing = { title: string; text: string; button: string };

/** What is missing before sales are shown; null once terms are accepted and the bank account is verified. */
export const missingForTransactions = (
  profile: Pick<Profile, 'platformAgreements' | 'bankAccount'>,
): Missing | null => {
  if (!profile.platformAgreements.feeAccepted)
    return {
      title: 'Become a Seller',
      text: 'To view your sales and receive payments, you need to become a seller by accepting our seller terms.',
      button: 'Become a Seller',
    };
  if (!profile.bankAccount.verified)
    return {
      title: 'Add your bank details',
      text: 'To view your sales and start receiving payments, you need to add your banking details. This information is encrypted and stored securely.',
      button: 'Add bank details',
    };
  return null;
};

export const TransactionsGate = ({ children }: { children: ReactNode }) => {
  const profile = useQuery(profileQuery);
  if (profile.isPending) return <TransactionsSkeleton />;
  if (hasNothing(profile))
    return <ErrorState error={profile.error} title="Failed to load user profile" onRetry={() => profile.refetch()} />;
  const missing = missingForTransactions(profile.data);
  if (!missing) return children;
  return (
    <EmptyState
      title={missing.title}
      actions={
        <ButtonLink look="primary" to="/settings?tab=seller">
          {missing.button}
        </ButtonLink>
      }
    >
      {missing.text}
    </EmptyState>
  );
};
