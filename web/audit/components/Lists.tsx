import type { ComponentType } from 'react';
import { useParams } from 'react-router-dom';
import { access } from '#domain/access/access.ts';
import { may, type Right } from '#domain/access/right.ts';
import { useUser } from '../../api/session.tsx';
import { Forbidden } from '../../shell/RoleGuard.tsx';
import { partOnDemand } from '../../ui/partOnDemand.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { TableSkeleton } from '../../ui/TableRegion.tsx';
import { Ledger } from './ledger/Ledger.tsx';
import { Search } from './Search.tsx';
import { Security } from './security/Security.tsx';

const Log = partOnDemand(async () => (await import('../../transparency/onDemand.ts')).Log, <TableSkeleton rows={4} />);

const AccessLog = partOnDemand(async () => (await import('./accessLog/AccessLog.tsx')).AccessLog, <TableSkeleton />);

const OtherTerms = partOnDemand(
  async () => (await import('./terms/OtherTerms.tsx')).OtherTerms,
  <TableSkeleton rows={4} />,
);

const Work = partOnDemand(async () => (await import('./work/Work.tsx')).Work, <TableSkeleton />);

const Events = partOnDemand(async () => (await import('./events/Events.tsx')).Events, <TableSkeleton />);

const LIST_OF: Readonly<Record<string, { right: Right; List: ComponentType }>> = {
  '': { right: access.history.see.events, List: Search },
  disclosures: { right: access.history.see.disclosures, List: AccessLog },
  events: { right: access.history.see.events, List: Events },
  ledger: { right: access.ledger.see.books, List: Ledger },
  log: { right: access.history.see.events, List: Log },
  terms: { right: access.ledger.see.books, List: OtherTerms },
  work: { right: access.history.see.events, List: Work },
  security: { right: access.history.see.security, List: Security },
};

/** Each list has its own readers. One route serves all, because first pages carry the routes. */
export const Lists = () => {
  const { list = '' } = useParams();
  const { roles } = useUser();
  const found = Object.hasOwn(LIST_OF, list) ? LIST_OF[list] : undefined;
  if (!found) return <ErrorState title="There is no such page">Choose a page of the audit in the menu.</ErrorState>;
  return may(found.right, roles) ? <found.List /> : <Forbidden />;
};
