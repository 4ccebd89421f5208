import { useQuery } from '@tanstack/react-query';
import type { DataAccess, OwnDataAccesses } from '#application/contract/accessLog.ts';
import { accessReasonText, accessText } from '#domain/notifications/accessLogText.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { hasNothing } from '../../../api/hasNothing.ts';
import { dateTime } from '../../../ui/dates.ts';
import { Link } from '../../../ui/Link.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { PanelSkeleton } from './PanelSkeleton.tsx';

const TRANSACTION = /^transaction-/;

const Row = ({ disclosure: dataAccess }: { disclosure: DataAccess }) => {
  const { at, by, role, of, fields, purpose, reason } = dataAccess;
  const { did, record, more } = accessText(dataAccess);
  return (
    <li className="session-row">
      <div>
        <p>
          <b className="strong">{by.username}</b> <span className="muted">({role})</span> {did}{' '}
          {TRANSACTION.test(of) ? (
            <Link to={`/transactions/${of.replace(TRANSACTION, '')}`}>{record}</Link>
          ) : (
            <span>{record}</span>
          )}
          {more}
        </p>
        <p className="small">{accessReasonText({ fields, purpose, reason })}</p>
        <p className="small muted">
          <time dateTime={at}>{dateTime(at)}</time>
        </p>
      </div>
    </li>
  );
};

/** Access log of the reader's own data. */
export const WhoReadCard = () => {
  const read = useQuery({
    queryKey: ['user', 'disclosures'],
    queryFn: ({ signal }) => api.get<OwnDataAccesses>('user/disclosures', { signal }),
  });
  if (read.isPending) return <PanelSkeleton />;
  return (
    <Panel title="Who read my data">
      {hasNothing(read) ? (
        <ErrorState error={read.error} title="Failed to load who read your data" onRetry={() => read.refetch()}>
          {messageOf(read.error, 'Try again in a moment.')}
        </ErrorState>
      ) : (
        <div className="form-grid">
          <p className="small muted">
            Staff and auditors must give a reason before they open personal data; each time is listed here. So is each
            view of your sales, your account or a reported message, with what was shown unmasked: once a day, and each
            time they download a record.
          </p>
          {read.data.disclosures.length === 0 ? (
            <p>Nobody has opened your data.</p>
          ) : (
            <ul>
              {read.data.disclosures.map((dataAccess) => (
                <Row key={dataAccess.id} disclosure={dataAccess} />
              ))}
            </ul>
          )}
        </div>
      )}
    </Panel>
  );
};
