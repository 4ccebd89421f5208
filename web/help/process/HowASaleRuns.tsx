import type { Part } from '#domain/transactions/process/commandTable.ts';
import { Link } from '../../ui/Link.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Commands } from './Commands.tsx';
import { DeadlineTable } from './DeadlineTable.tsx';

const PARTS: readonly Part[] = ['buyer', 'seller', 'staff', 'system'];

/** The tables that the server decides by, in words. */
export const HowASaleRuns = () => (
  <main id="main" className="wrap page process">
    <PageHeading
      title="How a sale runs"
      lead="Who may do what, until when, and what happens otherwise. These are the rules that every sale is decided by, not a summary of them."
    />
    <section className="section">
      <h2>Who may do what</h2>
      {PARTS.map((part) => (
        <Commands key={part} part={part} />
      ))}
    </section>
    <section className="section">
      <h2>Deadlines</h2>
      <p>
        A deadline that has begun keeps its length, whatever is changed later. Business days leave out weekends and the
        closing days of European banks.
      </p>
      <DeadlineTable />
    </section>
    <p className="section">
      More in the <Link to="/faq">questions</Link> and the <Link to="/terms">terms</Link>.
    </p>
  </main>
);
