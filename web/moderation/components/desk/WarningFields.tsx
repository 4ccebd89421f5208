import type { UseFormRegisterReturn } from 'react-hook-form';
import { Select } from '../../../ui/Input.tsx';
import { Notice } from '../../../ui/States.tsx';

/** An outcome that warns somebody: the rules to choose from, and the text that is sent. */
export type Warns = {
  outcome: string;
  rules: Readonly<Record<string, string>>;
  textOf(rule: string): readonly string[];
};

type WarningFieldsProps = { warns: Warns; rule: string; field: UseFormRegisterReturn; error: string | undefined };

/** The broken rule, and the warning as its reader gets it. */
export const WarningFields = ({ warns, rule, field, error }: WarningFieldsProps) => (
  <>
    <Select label="Rule" error={error} {...field}>
      <option value="">Select the rule</option>
      {Object.entries(warns.rules).map(([name, words]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </Select>
    {rule !== '' && (
      <Notice>
        <p>
          <b>The sender gets this by email, and a short form of it as a notification:</b>
        </p>
        {warns.textOf(rule).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </Notice>
    )}
  </>
);
