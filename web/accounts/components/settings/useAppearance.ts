import { useRef, useState } from 'react';
import type { Appearance } from '#domain/accounts/appearance.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { showAppearance } from '../../../api/appearance.ts';
import { api } from '../../../api/client.ts';
import { useUser } from '../../../api/session.tsx';
import { setUser } from '../../../api/sessionStore.ts';
import { toast } from '../../../ui/toast.ts';

/** For sessions saved before this choice existed. */
const FIRST: Appearance = { palette: 'dark', contrast: 'device', text: 'normal' };

/** Applies a choice at once. Only one save runs at a time and then sends the latest choice, because the keyboard passes through other options. A failed save restores the saved choice. */
export const useAppearance = () => {
  const kept = useUser().appearance ?? FIRST;
  const [shown, setShown] = useState<Appearance>();
  const wanted = useRef<Appearance>(undefined);

  const choose = async (choice: Partial<Appearance>): Promise<void> => {
    const saving = wanted.current !== undefined;
    wanted.current = { ...(wanted.current ?? kept), ...choice };
    setShown(wanted.current);
    showAppearance(wanted.current);
    if (saving) return;
    let saved = kept;
    try {
      for (let sent: Appearance | undefined; sent !== wanted.current; ) {
        sent = wanted.current;
        saved = await api.put<Appearance>('user/appearance', sent);
      }
    } catch (error) {
      toast.error(messageOf(error, 'Your choice could not be saved. Please try again.'));
    }
    wanted.current = undefined;
    showAppearance(saved);
    setUser({ appearance: saved });
    setShown(undefined);
  };

  return { appearance: shown ?? kept, choose };
};
