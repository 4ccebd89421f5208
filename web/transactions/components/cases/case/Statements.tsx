import type { CaseFile, Statement } from '#application/contract/cases.ts';
import { statementTitle } from '#domain/notifications/transactionTitles.ts';
import { categoryLabel } from '../../../../staff/caseText.ts';
import { dateTime } from '../../../../ui/dates.ts';
import { Evidence } from '../../../../ui/Evidence.tsx';
import { formatPrice } from '../../../../ui/money.ts';
import { Panel } from '../../../../ui/Panel.tsx';

const sums = ({ claim, toBuyer, toSeller }: Statement): string | null => {
  if (claim !== null) return `Refund requested: ${formatPrice(claim)}`;
  if (toBuyer === null) return null;
  return toSeller === null
    ? `${formatPrice(toBuyer)} to the buyer`
    : `${formatPrice(toBuyer)} to the buyer, ${formatPrice(toSeller)} to the seller`;
};

const StatementItem = ({ statement }: { statement: Statement }) => {
  const { event, at, text, category, evidence, withheld, author, part } = statement;
  const sum = sums(statement);
  return (
    <li className="said">
      <p className="said-head">
        <span>
          <b className="strong">{statementTitle(event)}</b>
          {category && ` · ${categoryLabel(category)}`}
        </span>
        <time className="muted" dateTime={at}>
          {dateTime(at)}
        </time>
      </p>
      {sum && <p className="num">{sum}</p>}
      {text !== null && <blockquote>{text}</blockquote>}
      {(part === 'staff' || part === 'system') && (
        <p className="muted">{author ? `by ${author.username}` : 'automatic, by the marketplace'}</p>
      )}
      <Evidence
        pieces={evidence}
        withheld={withheld}
        label={`Evidence of the ${part}'s ${statementTitle(event).toLowerCase()}`}
      />
    </li>
  );
};

type SideProps = { title: string; who: string; statements: Statement[] };

const Side = ({ title, who, statements }: SideProps) => (
  <section aria-label={title}>
    <h3>
      {title} <span className="muted">{who}</span>
    </h3>
    {statements.length === 0 ? (
      <p className="muted">No statement yet.</p>
    ) : (
      <ol>
        {statements.map((statement) => (
          <StatementItem key={`${statement.event}/${statement.at}`} statement={statement} />
        ))}
      </ol>
    )}
  </section>
);

/** Both parties side by side, oldest first; staff and system statements below. */
export const Statements = ({ file }: { file: CaseFile }) => {
  const { statements, parties } = file;
  const of = (...parts: Statement['part'][]) => statements.filter(({ part }) => parts.includes(part));
  const ours = of('staff', 'system');
  return (
    <>
      <Panel title="Claim and answer" className="claims">
        <div className="sides">
          <Side title="Buyer" who={parties.buyer.username} statements={of('buyer')} />
          <Side title="Seller" who={parties.seller.username} statements={of('seller')} />
        </div>
      </Panel>
      {ours.length > 0 && (
        <Panel title="Staff on this sale">
          <ol>
            {ours.map((statement) => (
              <StatementItem key={`${statement.event}/${statement.at}`} statement={statement} />
            ))}
          </ol>
        </Panel>
      )}
    </>
  );
};
