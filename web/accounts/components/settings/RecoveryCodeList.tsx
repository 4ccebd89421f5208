import { useLayoutEffect, useRef } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Notice } from '../../../ui/States.tsx';

/** Takes the focus, because the button that opened it is gone. */
export const RecoveryCodeList = ({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) => {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="form-grid">
      <Notice>
        <b>Keep these recovery codes somewhere safe.</b> Each opens your account once if you lose your app or device.
        They are not shown again.
      </Notice>
      <ul className="recovery-codes mono" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <CopyButton text={codes.join('\n')} />
        <Button look="primary" onClick={onKept}>
          I have saved them
        </Button>
      </div>
    </div>
  );
};
