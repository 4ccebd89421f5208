import type { Pace } from '#domain/accounts/mailChoices.ts';
import { Select } from '../../../ui/Input.tsx';
import type { MAIL_KINDS } from '../../../ui/mailKinds.ts';
import { PACES } from './paces.ts';

export type EmailChoiceProps = {
  kind: (typeof MAIL_KINDS)[number];
  value: Pace;
  onChange: (pace: Pace) => void;
};

export const EmailChoice = ({ kind: { label, hint }, value, onChange }: EmailChoiceProps) => (
  <Select label={label} hint={hint} value={value} onChange={({ target }) => onChange(target.value as Pace)}>
    {PACES.map((pace) => (
      <option key={pace.value} value={pace.value}>
        {pace.label}
      </option>
    ))}
  </Select>
);
