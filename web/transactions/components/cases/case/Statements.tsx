import type { CaseFile, Statement } from '#application/contract/cases.ts';
import { statementTitle } from '#domain/notifications/transactionTitles.ts';
import { categoryLabel } from '../../../../staff/caseText.ts';
import { useReadCase } from '../../../../staff/ReadCase.tsx';
import { Badge } from '../../../../ui/Badge.tsx';
import { classes } from '../../../../ui/classes.ts';
import { dueTime } from '../../../../ui/dates.ts';
import { Evidence } from '../../../../ui/Evidence.tsx';
import { formatPrice } from '../../../../ui/money.ts';
import { Panel } from '../../../../ui/Panel.tsx';
import { claimStatement } from './claimOf.ts';

const sums = ({ claim, toBuyer, toSeller }: Statement): string | null => {
  if (claim !== null) return `Refund requested: ${formatPrice(claim)}`;
  if (toBuyer === null) return null;
  return toSeller === null
    ? `${formatPrice(toBuyer)} to the buyer`
    : `${formatPrice(toBuyer)} to the buyer, ${formatPrice(toSeller)} to the seller`;
};

const PARTS: Readonly<Record<Statement['part'], string>> = {
  buyer: 'Buyer',
  seller: 'Seller',
  staff: 'Staff',
  system: 'Automatic',
};

/** `isClaim`: “As claimed” shows its words and photos. `isDraft`: the parties could read the proposal. `isRepeated`: its words stand in the proposal. `first`: the place of its first photo among all photos of the statements. */
type ItemProps = {
  statement: Statement;
  isNew: boolean;
  isClaim: boolean;
  isDraft: boolean;
  isRepeated: boolean;
  first: number;
};

const StatementItem = ({ statement, isNew, isClaim, isDraft, isRepeated, first }: ItemProps) => {
  const read = useReadCase();
  const { event, at, text, category, evidence, withheld, author, proposedBy, part, to } = statement;
  const sum = sums(statement);
  return (
    <li className={classes('said', part)}>
      <p className="said-head">
        <span>
          {PARTS[part]}
          {author && <span className="muted"> {author.username}</span>} ·{' '}
          <b className="strong">{statementTitle(event)}</b>
          {to && ` to the ${to}`}
          {category && ` · ${categoryLabel(category)}`}
          {author && proposedBy && (
            <span className="muted">{`, proposed by ${proposedBy.username}, confirmed by ${author.username}`}</span>
          )}{' '}
          {isNew && <Badge tone="wait">New</Badge>}
        </span>
        <time className="muted" dateTime={at}>
          {dueTime(at)}
        </time>
      </p>
      {sum && <p className="num">{sum}</p>}
      {isDraft && event === 'DecisionProposed' && <p className="muted">Shown to both parties as a draft.</p>}
      {isRepeated && <p className="muted">With the rationale of the proposal.</p>}
      {isClaim && <p className="muted">Its words{evidence.length > 0 && ' and photos'} are under “As claimed”.</p>}
      {text !== null && !isRepeated && !isClaim && <blockquote className="said-text">{text}</blockquote>}
      {!isClaim && (
        <Evidence
          pieces={evidence}
          withheld={withheld}
          onShow={(place) => read?.open(first + place)}
          label={`Evidence of the ${part}'s ${statementTitle(event).toLowerCase()}`}
        />
      )}
    </li>
  );
};

/** A draft repeats the proposal that it was made from. */
const isDraftOf = ({ event, at }: Statement, statements: readonly Statement[]): boolean =>
  event === 'DraftShown' && statements.some((other) => other.event === 'DecisionProposed' && other.at === at);

/** A confirmed decision repeats the words of its proposal. */
const repeatsProposal = ({ event, text }: Statement, before: readonly Statement[]): boolean =>
  event === 'DisputeDecided' &&
  text !== null &&
  before.findLast(({ event: earlier }) => earlier === 'DecisionProposed')?.text === text;

/** What everybody said, in the order it was said: the buyer on the left, the seller on the right, staff across both. */
export const Statements = ({ file: { statements }, isNew }: { file: CaseFile; isNew: (at: string) => boolean }) => {
  const claim = claimStatement(statements);
  return (
    <Panel title="Statements" className="claims">
      {statements.length === 0 ? (
        <p className="muted">No statement yet.</p>
      ) : (
        <ol className="statements">
          {statements.map((statement, place) =>
            isDraftOf(statement, statements) ? null : (
              <StatementItem
                key={`${statement.event}/${statement.at}`}
                statement={statement}
                isClaim={statement === claim}
                isDraft={statements.some((other) => other.event === 'DraftShown' && other.at === statement.at)}
                isRepeated={repeatsProposal(statement, statements.slice(0, place))}
                isNew={isNew(statement.at)}
                first={statements.slice(0, place).reduce((count, { evidence }) => count + evidence.length, 0)}
              />
            ),
          )}
        </ol>
      )}
    </Panel>
  );
};
