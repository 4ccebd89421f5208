import { useEffect, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { Input, SearchInput, Select } from '../../ui/Input.tsx';
import { useAddress } from '../../ui/useAddress.ts';
import { KINDS } from './factWords.ts';

/** The days are whole and in UTC, the last one included. */
export const SecurityFilter = () => {
  const { of, change } = useAddress();
  const asked = of('who');
  const [typed, setTyped] = useState(asked);
  useEffect(() => setTyped(asked), [asked]);
  return (
    <>
      <search>
        <Form
          className="filterbar audit-search"
          onSubmit={async () => {
            change({ who: typed.trim() }, { replace: false });
          }}
        >
          <SearchInput
            label="Who"
            placeholder="A username, an e-mail address, an id or a digest"
            maxLength={254}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" look="primary" size="sm">
            Search
          </Button>
        </Form>
      </search>
      <div className="filterbar ledger-filter">
        <Select label="What" value={of('kind')} onChange={({ target }) => change({ kind: target.value })}>
          <option value="">Everything</option>
          {Object.entries(KINDS).map(([kind, word]) => (
            <option key={kind} value={kind}>
              {word}
            </option>
          ))}
        </Select>
        <Input
          label="From"
          type="date"
          value={of('from')}
          max={of('to') || undefined}
          onChange={({ target }) => change({ from: target.value })}
        />
        <Input
          label="To"
          type="date"
          value={of('to')}
          min={of('from') || undefined}
          onChange={({ target }) => change({ to: target.value })}
        />
      </div>
    </>
  );
};
