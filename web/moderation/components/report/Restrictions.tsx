import { useQuery } from '@tanstack/react-query';
import { isRestriction, ownReportsQuery } from '../../../api/reports.ts';
import { Link } from '../../../ui/Link.tsx';
import { Notice } from '../../../ui/States.tsx';

/** Names the reader's listings that a decision keeps off the market; only `listing` if given. Renders nothing if there are none. */
export const Restrictions = ({ listing }: { listing?: string }) => {
  const { data = [] } = useQuery(ownReportsQuery);
  const concerned = data.filter((report) => isRestriction(report) && (!listing || report.listing._id === listing));
  if (concerned.length === 0) return null;
  const titles = [...new Set(concerned.map((report) => `“${report.listing.title}”`))];
  return (
    <Notice>
      <p>
        Our staff took {titles.join(', ')} off the market. <Link to="/reports">Read why, and how to complain</Link>.
      </p>
    </Notice>
  );
};
