import { type Ref, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';

const NAME = /^[a-z]+-[0-9a-z]{1,64}$/i;

export type CompareWithProps = {
  own: string;
  value: string;
  field: Ref<HTMLInputElement>;
  onChange: (stream: string) => void;
};

/** Asks for the name of another history. A link to one counts as its name. */
export const CompareWith = ({ own, value, field, onChange }: CompareWithProps) => {
  const [text, setText] = useState(value);
  const [problem, setProblem] = useState<string>();
  const choose = () => {
    const name = text
      .trim()
      .replace(/^.*\/audit\/streams\//, '')
      .replace(/[?#].*$/, '');
    const isName = NAME.test(name) && name !== own;
    setProblem(
      name === own
        ? 'This is the same history.'
        : isName
          ? undefined
          : 'Enter the name of a history, such as transaction-0a….',
    );
    if (isName) onChange(name);
  };
  return (
    <div className="compare-with">
      <input
        ref={field}
        className="input"
        aria-label="Compare with"
        placeholder="Compare with transaction-…"
        maxLength={300}
        value={text}
        aria-invalid={problem ? true : undefined}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && choose()}
      />
      <Button size="sm" onClick={choose}>
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
    </div>
  );
};
