import { useSearchParams } from 'react-router-dom';
import { Link } from '../../../ui/Link.tsx';

/** The entries of one kind of account, in the chosen period and sale. */
export const AccountLink = ({ account, children }: { account: string; children: string }) => {
  const [search] = useSearchParams();
  const next = new URLSearchParams(search);
  const [kind = account] = account.split(':');
  const isChosen = search.get('account') === kind;
  next.delete('page');
  next.set('account', kind);
  return (
    <Link className="mono" to={`/audit/ledger?${next}`} aria-current={isChosen || undefined}>
      {children}
    </Link>
  );
};
