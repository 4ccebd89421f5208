import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { PasskeyRequest, SecondFactor, SteppedUp } from '#application/contract/secondFactors.ts';
import { messageOf } from '../api/ApiError.ts';
import type { Asking } from '../api/askPerson.ts';
import { setToken } from '../api/sessionStore.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Input } from '../ui/Input.tsx';

type Asked = { api: Asking; factor: SecondFactor; onDone: (shown: boolean) => void };

const askFor = ({ inUse, passkeys }: SecondFactor): string => {
  if (!inUse && passkeys === 0) return 'Please enter your password once more.';
  if (passkeys === 0) return 'Please enter the code of your authenticator app, or a recovery code.';
  if (!inUse) return 'Please use your passkey, or enter a recovery code.';
  return 'Please use your passkey, or enter the code of your authenticator app or a recovery code.';
};

const StepUp = ({ api, factor, onDone }: Asked) => {
  const byCode = factor.inUse || factor.passkeys > 0;
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const show = async (shown: () => Promise<object>) => {
    setBusy(true);
    try {
      const { token } = await api.post<SteppedUp>('user/step-up', await shown());
      setToken(token);
      onDone(true);
    } catch (failure) {
      setError(messageOf(failure, 'We could not check this. Please try again.'));
    } finally {
      setBusy(false);
    }
  };
  const submit = async () => {
    if (typed.trim() === '') return setError(byCode ? 'Please enter the code' : 'Password is required');
    await show(async () => (byCode ? { code: typed } : { password: typed }));
  };
  const usePasskey = () =>
    show(async () => {
      const { showPasskey } = await import('../api/passkeys.ts');
      return { passkey: await showPasskey(await api.post<PasskeyRequest>('user/step-up/options')) };
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onDone(false)}
      title="Confirm that it is you"
      confirmText="Continue"
      busy={busy}
      busyText="Checking…"
      onConfirm={submit}
    >
      <p>{askFor(factor)} Then your request continues.</p>
      {factor.passkeys > 0 && (
        <Button block busy={busy} busyText="Waiting…" onClick={usePasskey}>
          Use a passkey
        </Button>
      )}
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

/** A dialog that asks the user to authenticate again, on any page. */
export const askAgain = async (api: Asking): Promise<boolean> => {
  const factor = await api.get<SecondFactor>('user/second-factor');
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const shown = await new Promise<boolean>((resolve) =>
    root.render(<StepUp api={api} factor={factor} onDone={resolve} />),
  );
  root.unmount();
  place.remove();
  return shown;
};
