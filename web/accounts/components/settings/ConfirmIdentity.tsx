import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { messageOf } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/toast.ts';

const UNOPENED = 'The page could not be opened. Please try again.';

/** Opens the payment provider's identity page. On return the bank account is checked at once instead of within the hour. */
export const ConfirmIdentity = () => {
  const [search, setSearch] = useSearchParams();
  const given = search.get('identity') === 'given';
  const asked = useRef(false);
  const page = useMutation({
    mutationFn: () => api.post<{ url: string } | undefined>('seller/identity-page'),
    onSuccess: (answer) => (answer ? window.location.assign(answer.url) : toast.error(UNOPENED)),
    onError: (error) => toast.error(messageOf(error, UNOPENED)),
  });
  const { mutate: check } = useMutation({ mutationFn: () => api.post('seller/bank-details/check') });
  useEffect(() => {
    if (!given || asked.current) return;
    asked.current = true;
    check();
    setSearch({ tab: 'seller' }, { replace: true });
  }, [given, check, setSearch]);
  return (
    <div className="row">
      <Button look="primary" busy={page.isPending} busyText="Opening…" onClick={() => page.mutate()}>
        Confirm your identity
      </Button>
    </div>
  );
};
