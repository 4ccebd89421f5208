import { type Ref, useEffect, useRef, useState } from 'react';
import { MOST_QUERY_CHARACTERS, parseQuery, type QueryFault } from '#domain/audit/eventQuery.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Form } from '../../../ui/Form.tsx';
import type { Known } from './completions.ts';
import { QueryInput } from './QueryInput.tsx';

export const faultText = ({ at, message }: QueryFault): string => `Character ${at + 1}: ${message}`;

const faultIn = (query: string): QueryFault | undefined => {
  const parsed = parseQuery(query);
  return parsed.ok ? undefined : parsed.fault;
};

type QueryBoxProps = {
  /** The query of the address. */
  asked: string;
  /** The server's message. */
  refusal: string | undefined;
  onAsk: (query: string) => void;
  onHelp: () => void;
  known: Known;
  box: Ref<HTMLInputElement>;
};

/** The query as text. A query that cannot be read stays in the address but is not sent; its fault is selected. */
export const QueryBox = ({ asked, refusal, onAsk, onHelp, known, box }: QueryBoxProps) => {
  const [typed, setTyped] = useState(asked);
  const [fault, setFault] = useState(() => faultIn(asked));
  const input = useRef<HTMLElement>(null);
  useEffect(() => {
    setTyped(asked);
    setFault(faultIn(asked));
  }, [asked]);
  const ask = async () => {
    const found = faultIn(typed);
    setFault(found);
    // a long text does not fit into an address
    if (typed.length <= MOST_QUERY_CHARACTERS) onAsk(typed.trim());
    if (!found) return;
    const field = input.current?.querySelector('input');
    field?.focus();
    field?.setSelectionRange(found.at, found.at + found.length);
  };
  const error = fault ? faultText(fault) : typed === asked ? refusal : undefined;
  return (
    <search ref={input}>
      <Form className="event-query" onSubmit={ask}>
        <Field label="Search events" error={error}>
          {(described) => (
            <QueryInput
              {...described}
              ref={box}
              grammar="events"
              known={known}
              className="mono"
              placeholder="type:Dispute* amount:>100 after:2026-11-01"
              value={typed}
              onText={(text) => {
                setTyped(text);
                if (text.length <= MOST_QUERY_CHARACTERS) setFault(undefined);
              }}
            />
          )}
        </Field>
        <Button type="submit" look="primary" size="sm">
          Search
        </Button>
        <Button size="sm" onClick={onHelp}>
          How to search
        </Button>
      </Form>
    </search>
  );
};
