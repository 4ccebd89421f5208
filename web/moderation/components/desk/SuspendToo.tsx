import type { UseFormRegisterReturn } from 'react-hook-form';
import { SUSPENSION_GROUND_WORDS } from '#domain/accounts/suspensionGrounds.ts';
import { Checkbox, Select } from '../../../ui/Input.tsx';
import { Notice } from '../../../ui/States.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';

/** What a suspension means, before the same dialog does it. */
export const SuspensionNotice = ({ who }: { who: string }) => (
  <Notice>
    This also suspends the account of <b>{who}</b>: they are signed out and cannot sign in again, and nothing is paid
    out to them.
  </Notice>
);

type GroundProps = { field: UseFormRegisterReturn; error: string | undefined };

/** The ground that the e-mail to the suspended person names. */
export const SuspensionGroundSelect = ({ field, error }: GroundProps) => (
  <Select label="Ground of the suspension" hint="The email to the suspended person names it." error={error} {...field}>
    <option value="">Select the ground</option>
    {Object.entries(SUSPENSION_GROUND_WORDS).map(([ground, words]) => (
      <option key={ground} value={ground}>
        {words}
      </option>
    ))}
  </Select>
);

type SuspendTooProps = {
  who: string;
  chosen: boolean;
  toggle: UseFormRegisterReturn;
  reason: UseFormRegisterReturn;
  error: string | undefined;
  ground: GroundProps;
};

/** Suspends the account with the decision. */
export const SuspendToo = ({ who, chosen, toggle, reason, error, ground }: SuspendTooProps) => (
  <>
    <Checkbox label={`Also suspend the account of ${who}`} {...toggle} />
    {chosen && (
      <>
        <SuspensionNotice who={who} />
        <SuspensionGroundSelect {...ground} />
        <Textarea
          label="Reason for the suspension"
          hint="Visible to staff and auditors"
          maxLength={1000}
          error={error}
          {...reason}
        />
      </>
    )}
  </>
);

export const SUSPENSION_REASON_REQUIRED = 'A reason for the suspension is required';
export const SUSPENSION_GROUND_REQUIRED = 'A ground for the suspension is required';
