import status from 'virtual:escrow-picture-of-status';
import type { Part } from '#domain/transactions/process/commandTable.ts';
import { RegionPicture } from '../../chart/RegionPicture.tsx';
import { Link } from '../../ui/Link.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { partOnDemand } from '../../ui/partOnDemand.tsx';
import { TableRegion } from '../../ui/TableRegion.tsx';
import { Arrows } from './Arrows.tsx';

const PARTS: readonly Part[] = ['buyer', 'seller', 'staff', 'system'];

/** These are below the fold and the heaviest parts of the page. */
const Beside = partOnDemand(async () => (await import('./Beside.tsx')).Beside, <i className="skel ways-waiting" />);
const Commands = partOnDemand<{ part: Part }>(
  async () => (await import('./Commands.tsx')).Commands,
  <i className="skel ways-waiting" />,
);
const DeadlineTable = partOnDemand(
  async () => (await import('./DeadlineTable.tsx')).DeadlineTable,
  <i className="skel ways-waiting" />,
);

/** Rendered from the tables that the server enforces. */
export const HowASaleRuns = () => (
  <main id="main" className="wrap page process">
    <PageHeading
      title="How a sale runs"
      lead="Who can do what, by when, and what happens otherwise: the rules for every sale."
    />
    <section className="section">
      <h2>The path of a sale</h2>
      <p>From the purchase at the top to its three ends. The arrows show what can happen; each is explained below.</p>
      <TableRegion label="The statuses of a sale">
        <RegionPicture region="status" picture={status} />
      </TableRegion>
      <Arrows region="status" picture={status} />
    </section>
    <section className="section">
      <h2>Alongside its status</h2>
      <p>These run in parallel with the status. An event moves each of them that knows it, or none.</p>
      <TableRegion label="What runs alongside the status">
        <Beside />
      </TableRegion>
    </section>
    <section className="section">
      <h2>Who can do what</h2>
      {PARTS.map((part) => (
        <Commands key={part} part={part} />
      ))}
    </section>
    <section className="section">
      <h2>Deadlines</h2>
      <p>
        A deadline that has started keeps its length, even if the terms change later. Business days leave out weekends
        and the closing days of European banks.
      </p>
      <DeadlineTable />
    </section>
    <p className="section">
      More in the <Link to="/faq">questions</Link> and the <Link to="/terms">terms</Link>.
    </p>
  </main>
);
