import type { AuditEvent, StreamSegment } from '#application/contract/audit.ts';
import { categoryOf } from '#domain/audit/eventRow.ts';
import { SealBadge } from '../../../transparency/SealBadge.tsx';
import type { Seal } from '../../../transparency/sealText.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Link } from '../../../ui/Link.tsx';
import { useTitle } from '../../../ui/useTitle.ts';
import { categoryWord } from '../../categories.ts';
import { ZONE_WORDS, ZONES, type Zone } from './zones.ts';

type ChoiceProps<Value extends string> = {
  label: string;
  values: readonly Value[];
  words: Readonly<Record<Value, string>>;
  value: Value;
  onChange: (value: Value) => void;
};

/** One of a few, all in view. */
export const Choice = <Value extends string>({ label, values, words, value, onChange }: ChoiceProps<Value>) => (
  <fieldset className="choice">
    <legend className="sr-only">{label}</legend>
    {values.map((each) => (
      <button key={each} type="button" aria-pressed={each === value} onClick={() => onChange(each)}>
        {words[each]}
      </button>
    ))}
  </fieldset>
);

type HeadProps = {
  stream: string;
  first: AuditEvent | undefined;
  people: StreamSegment['people'];
  masked: boolean;
  seal: Seal | undefined;
  isChecking: boolean;
  /** The last event that the seal covers, while later ones are being checked. */
  upTo: number | undefined;
  zone: Zone;
  onZone: (zone: Zone) => void;
};

/** One row: what this history is, whether it is proven, and how it is shown. */
export const Head = ({ stream, first, people = [], masked, seal, isChecking, upTo, zone, onZone }: HeadProps) => {
  const { transactionId, item } = (first?.data ?? {}) as { transactionId?: string; item?: { title: string } };
  const owner = people.find(({ part }) => part === 'owner')?.username;
  const title = transactionId
    ? `Sale ${transactionId}`
    : `History of ${categoryWord(categoryOf(stream)).toLowerCase()}${owner ? ` ${owner}` : ''}`;
  useTitle(title);
  return (
    <div className="workbench-head">
      <div>
        <h1>{title}</h1>
        {item?.title && (
          <span className="item" title={item.title}>
            {item.title}
          </span>
        )}
        {people.map(({ part, _id, username }) => (
          <span key={part}>
            <span className="muted">{part}</span> <Link to={`/staff/accounts/${_id}`}>{username}</Link>
          </span>
        ))}
        {!transactionId && <span className="mono muted break-all">{stream}</span>}
        <SealBadge seal={seal} isPending={isChecking} upTo={upTo} />
        {masked && <Badge tone="off">Personal data masked</Badge>}
      </div>
      <div>
        <Choice label="Time zone" values={ZONES} words={ZONE_WORDS} value={zone} onChange={onZone} />
      </div>
    </div>
  );
};
