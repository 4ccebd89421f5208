import { useState } from 'react';
import { messageOf } from '../../api/ApiError.ts';
import { api } from '../../api/client.ts';
import { leaveFor } from '../../ui/leaveFor.ts';
import { toast } from '../../ui/toast.ts';

/** Opens the current checkout, or a new one after a failure. */
export const usePay = (id: string) => {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      const answer = await api.post<{ checkoutUrl?: string } | undefined>(`transaction/${id}/initiate-payment`);
      const checkoutUrl = answer?.checkoutUrl;
      if (checkoutUrl) await leaveFor(checkoutUrl);
      else toast.error('No checkout URL received');
    } catch (error) {
      toast.error(messageOf(error, 'Could not initialize payment. Please try again.'));
    }
    setBusy(false);
  };
  return { start, busy };
};
