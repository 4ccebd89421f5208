import { useRef } from 'react';
import { api } from '../../api/client.ts';
import { useTransactionCommand } from '../useSaleCommand.ts';
import type { PickedPhoto } from './EvidencePicker.tsx';

/** Sends photos, then the command that names them. A second try after a refusal does not send the same photos again. */
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
