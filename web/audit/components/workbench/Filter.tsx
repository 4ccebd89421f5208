import type { Ref } from 'react';
import { Icon } from '../../../ui/Icon.tsx';
import { partOnDemand } from '../../../ui/partOnDemand.tsx';
import { useDebounced } from '../../../ui/useDebounced.ts';
import { QueryInput } from '../events/QueryInput.tsx';

const ExportButton = partOnDemand<{ stream: string }>(
  async () => (await import('./ExportButton.tsx')).ExportButton,
  null,
);

type ChooseProps = {
  label: string;
  all: string;
  options: readonly string[];
  value: string;
  onChange: (value: string) => void;
};

const Choose = ({ label, all, options, value, onChange }: ChooseProps) => (
  <select className="select" aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
    <option value="">{all}</option>
    {options.map((option) => (
      <option key={option}>{option}</option>
    ))}
  </select>
);

const PART = { actor: /(^|\s)actor:(\S+)/, type: /(^|\s)type:(\S+)/ };

const partIn = (query: string, name: keyof typeof PART): string => PART[name].exec(query)?.[2] ?? '';
const withPart = (query: string, name: keyof typeof PART, value: string): string =>
  `${query.replace(PART[name], ' ')} ${value && `${name}:${value}`}`.replace(/\s+/g, ' ').trim();

export type FilterProps = {
  stream: string;
  query: string;
  onQuery: (query: string) => void;
  actors: readonly string[];
  types: readonly string[];
  field: Ref<HTMLInputElement>;
};

/** The search of the rows. The two lists write into its words. */
export const Filter = ({ stream, query, onQuery, actors, types, field }: FilterProps) => {
  const { text, setText } = useDebounced(query, onQuery);
  return (
    <div className="filterbar">
      <search className="search">
        <Icon name="search" />
        <QueryInput
          ref={field}
          grammar="rows"
          known={{ types, actors }}
          aria-label="Search events"
          placeholder="type:Dispute*"
          maxLength={200}
          value={text}
          onText={setText}
        />
      </search>
      <Choose
        label="Actor"
        all="All actors"
        options={actors}
        value={partIn(query, 'actor')}
        onChange={(actor) => onQuery(withPart(query, 'actor', actor))}
      />
      <Choose
        label="Kind"
        all="All kinds"
        options={types}
        value={partIn(query, 'type')}
        onChange={(type) => onQuery(withPart(query, 'type', type))}
      />
      <ExportButton stream={stream} />
    </div>
  );
};
