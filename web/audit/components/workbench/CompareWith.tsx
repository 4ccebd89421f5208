import { useMutation } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { categoryOf } from '#domain/audit/eventRow.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { queryClient } from '../../../api/queryClient.ts';
import { Button } from '../../../ui/Button.tsx';
import { Form } from '../../../ui/Form.tsx';
import { streamsQuery } from '../../api/auditQueries.ts';

const NAME = /^[a-z]+-[0-9a-z]{1,64}$/i;

/** The search did not find exactly one history. */
class NotOne extends Error {}

/** The one history of this category that a number, an id or a name finds. @throws NotOne */
const found = async (search: string, category: string): Promise<string> => {
  const { streams } = await queryClient.fetchQuery(streamsQuery(search));
  const own = streams.filter((each) => each.category === category);
  if (own.length === 1 && own[0]) return own[0].stream;
  throw new NotOne(
    own.length === 0
      ? `No history of this kind matches “${search}”. Enter a sale’s number, an id or the name of a history.`
      : `“${search}” finds ${own.length} histories. Enter the name of one.`,
  );
};

export type CompareWithProps = {
  own: string;
  value: string;
  field: Ref<HTMLInputElement>;
  onChange: (stream: string) => void;
};

/** Asks for another history: by a sale’s number, an id, a name, or a link. */
export const CompareWith = ({ own, value, field, onChange }: CompareWithProps) => {
  const [text, setText] = useState(value);
  const [problem, setProblem] = useState<string>();
  const search = useMutation({ mutationFn: (typed: string) => found(typed, categoryOf(own)) });
  const choose = async () => {
    const typed = text
      .trim()
      .replace(/^.*\/audit\/streams\//, '')
      .replace(/[?#].*$/, '');
    if (typed === '' || search.isPending) return;
    try {
      const name = NAME.test(typed) ? typed : await search.mutateAsync(typed);
      setProblem(name === own ? 'This is the same history.' : undefined);
      if (name !== own) onChange(name);
    } catch (error) {
      setProblem(error instanceof NotOne ? error.message : messageOf(error, 'The search failed. Please try again.'));
    }
  };
  return (
    <Form className="compare-with" onSubmit={choose}>
      <input
        ref={field}
        className="input"
        aria-label="Compare with"
        placeholder="Compare with TX7K2M9QPD"
        maxLength={300}
        value={text}
        aria-invalid={problem ? true : undefined}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" size="sm" busy={search.isPending} busyText="Searching…">
        Compare
      </Button>
      {value && (
        <Button
          size="sm"
          look="quiet"
          onClick={() => {
            setText('');
            onChange('');
          }}
        >
          End
        </Button>
      )}
      {problem && (
        <p className="late" role="alert">
          {problem}
        </p>
      )}
    </Form>
  );
};
