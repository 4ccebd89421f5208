import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { access } from '#domain/access/access.ts';
import { may } from '#domain/access/right.ts';
import {
  openCasesQuery,
  openListingReportsQuery,
  openMessageReportsQuery,
  openReviewReportsQuery,
  terminationsQuery,
} from '../api/cases.ts';
import { useUser } from '../api/session.tsx';
import { desksOf } from './desks.ts';
import { PlaceLink } from './PlaceLink.tsx';
import { currentPlace } from './places.ts';

/** The staff and audit links, by role. */
export const Desks = ({ onLeave }: { onLeave: () => void }) => {
  const { roles } = useUser();
  const { pathname } = useLocation();
  const reads = may(access.case.see.queue, roles);
  const open: Record<string, number | undefined> = {
    '/staff': useQuery({ ...openCasesQuery, enabled: reads }).data,
    '/staff/accounts': useQuery({ ...terminationsQuery, enabled: reads }).data,
    '/staff/reports': useQuery({ ...openMessageReportsQuery, enabled: reads }).data,
    '/staff/reports/listings': useQuery({ ...openListingReportsQuery, enabled: reads }).data,
    '/staff/reports/reviews': useQuery({ ...openReviewReportsQuery, enabled: reads }).data,
  };
  return desksOf(roles).map(({ title, places }) => (
    <div key={title} className="side-desk">
      <p className="side-desk-title">{title}</p>
      <ul>
        {places.map((place) => (
          <li key={place.to}>
            <PlaceLink
              place={place}
              current={currentPlace(pathname, places)}
              onLeave={onLeave}
              waiting={{ count: open[place.to] ?? 0, of: 'open' }}
            />
          </li>
        ))}
      </ul>
    </div>
  ));
};
