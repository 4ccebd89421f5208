import type { UseFormRegisterReturn } from 'react-hook-form';
import { Checkbox, Textarea } from '../../../ui/Input.tsx';
import { Notice } from '../../../ui/States.tsx';

/** What a suspension means, before the same dialog does it. */
export const SuspensionNotice = ({ who }: { who: string }) => (
  <Notice>
    This also suspends the account of <b>{who}</b>: they are signed out and cannot sign in again, and nothing is paid
    out to them.
  </Notice>
);

type SuspendTooProps = {
  who: string;
  chosen: boolean;
  toggle: UseFormRegisterReturn;
  reason: UseFormRegisterReturn;
  error: string | undefined;
};

/** Suspends the account with the decision. */
export const SuspendToo = ({ who, chosen, toggle, reason, error }: SuspendTooProps) => (
  <>
    <Checkbox label={`Also suspend the account of ${who}`} {...toggle} />
    {chosen && (
      <>
        <SuspensionNotice who={who} />
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
