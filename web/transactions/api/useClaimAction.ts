import { useRef } from 'react';
import { api } from '../../api/client.ts';
import type { PickedPhoto } from '../components/claims/EvidencePicker.tsx';
import { useTransactionCommand } from './useTransactionCommand.ts';

/** Uploads photos, then sends the command. A retry reuses photos that were uploaded before. */
export const useClaimAction = (transaction: string) => {
  const command = useTransactionCommand(transaction);
  const sent = useRef<{ photos: string; keys: string[] }>(undefined);

  const upload = async (photos: readonly PickedPhoto[]): Promise<string[]> => {
    if (photos.length === 0) return [];
    const these = photos.map(({ id }) => id).join();
    if (sent.current?.photos === these) return sent.current.keys;
    const form = new FormData();
    for (const { file } of photos) form.append('images', file);
    const { keys } = await api.upload<{ keys: string[] }>(`transaction/${transaction}/evidence`, form);
    sent.current = { photos: these, keys };
    return keys;
  };

  return { upload, act: command.mutateAsync };
};
