import { useState } from 'react';
import { DAY } from '#domain/shared/instants.ts';
import { Button } from '../../../ui/Button.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Input, Select } from '../../../ui/Input.tsx';
import { useAddress } from '../../../ui/useAddress.ts';
import { CHOICES, type Change, changesIn, faultOf, hintFor, writtenChanges } from './changes.ts';

const MOST = 6;
const FIRST: Change = { name: 'escrowPeriod', value: '' };

/** The last 90 days, in UTC. */
const lastDays = (): [first: string, last: string] => {
  const now = Date.now();
  const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
  return [dayOf(now - 90 * DAY), dayOf(now)];
};

type RowProps = {
  change: Change;
  error: string | undefined;
  taken: readonly string[];
  onChange: (change: Change) => void;
  onRemove: (() => void) | undefined;
};

const Row = ({ change, error, taken, onChange, onRemove }: RowProps) => (
  <div className="term-change">
    <Select label="Term" value={change.name} onChange={({ target }) => onChange({ name: target.value, value: '' })}>
      {CHOICES.filter(({ name }) => name === change.name || !taken.includes(name)).map(({ name, label }) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </Select>
    <Input
      label="Instead"
      value={change.value}
      maxLength={60}
      hint={hintFor(change.name)}
      error={error}
      autoCapitalize="off"
      onChange={({ target }) => onChange({ ...change, value: target.value })}
    />
    {onRemove && (
      <Button size="sm" look="quiet" onClick={onRemove}>
        Remove
      </Button>
    )}
  </div>
);

/**
 * The question: which terms, and which days. It is sent by putting it into the address, so it can be shared. `onSend` is called with whether
 * it was faulty: then it is not sent, and an earlier answer is not its answer.
 */
export const TermsForm = ({ onSend }: { onSend: (isFaulty: boolean) => void }) => {
  const { of, change: go } = useAddress();
  const [changes, setChanges] = useState<Change[]>(() => {
    const known = changesIn(of('set'));
    return known.length > 0 ? known : [FIRST];
  });
  const [days, setDays] = useState(() => {
    const [first, last] = lastDays();
    return { from: of('from') || first, to: of('to') || last };
  });
  const [tried, setTried] = useState(false);
  const taken = changes.map(({ name }) => name);
  const free = CHOICES.find(({ name }) => !taken.includes(name));
  const errorOf = (change: Change) => (tried ? faultOf(change) : undefined);
  const order = days.from !== '' && days.to !== '' && days.from > days.to;
  const send = async () => {
    setTried(true);
    const isFaulty = changes.some(faultOf) || !days.from || !days.to || order;
    onSend(isFaulty);
    if (isFaulty) return;
    go({ set: writtenChanges(changes), ...days, until: '' }, { replace: false });
  };
  return (
    <Form className="panel terms-form" onSubmit={send}>
      {changes.map((change, at) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: a row keeps its place while its term changes
          key={at}
          change={change}
          error={errorOf(change)}
          taken={taken}
          onChange={(next) => setChanges(changes.with(at, next))}
          onRemove={changes.length > 1 ? () => setChanges(changes.toSpliced(at, 1)) : undefined}
        />
      ))}
      {free && changes.length < MOST && (
        <Button size="sm" onClick={() => setChanges([...changes, { name: free.name, value: '' }])}>
          Add a term
        </Button>
      )}
      <div className="filterbar ledger-filter mt-3">
        <Input
          label="Sales that began from"
          type="date"
          value={days.from}
          error={tried && !days.from ? 'Choose the first day' : undefined}
          onChange={({ target }) => setDays({ ...days, from: target.value })}
        />
        <Input
          label="To"
          type="date"
          value={days.to}
          error={tried && (!days.to || order) ? 'Choose a last day that is not before the first' : undefined}
          onChange={({ target }) => setDays({ ...days, to: target.value })}
        />
        <Button type="submit" look="primary">
          Show what would have been
        </Button>
      </div>
    </Form>
  );
};
