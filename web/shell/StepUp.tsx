import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { SecondFactor } from '#application/contract/secondFactors.ts';
import { messageOf } from '../api/ApiError.ts';
import type { Asking } from '../api/makeEnough.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Input } from '../ui/Input.tsx';

type Asked = { api: Asking; byCode: boolean; onDone: (shown: boolean) => void };

const StepUp = ({ api, byCode, onDone }: Asked) => {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    if (typed.trim() === '') return setError(byCode ? 'Please enter the code' : 'Password is required');
    setBusy(true);
    try {
      await api.post('user/step-up', byCode ? { code: typed } : { password: typed });
      onDone(true);
    } catch (failure) {
      setError(messageOf(failure, 'It could not be checked. Please try again.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onDone(false)}
      title="Is it you?"
      confirmText="Go on"
      busy={busy}
      busyText="Checking…"
      onConfirm={submit}
    >
      <p>
        {byCode
          ? 'Please enter the code of your authenticator app, or a recovery code. What you asked for goes on then.'
          : 'Please enter your password once more. What you asked for goes on then.'}
      </p>
      <Input
        label={byCode ? 'Code' : 'Password'}
        type={byCode ? 'text' : 'password'}
        autoComplete={byCode ? 'one-time-code' : 'current-password'}
        className={byCode ? 'mono' : undefined}
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.target.value);
          setError(undefined);
        }}
      />
    </ConfirmDialog>
  );
};

/** Asks in a dialog of its own, wherever somebody is. */
export const askAgain = async (api: Asking): Promise<boolean> => {
  const { inUse } = await api.get<SecondFactor>('user/second-factor');
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const shown = await new Promise<boolean>((resolve) =>
    root.render(<StepUp api={api} byCode={inUse} onDone={resolve} />),
  );
  root.unmount();
  place.remove();
  return shown;
};
