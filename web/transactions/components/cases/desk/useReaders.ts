import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../../api/client.ts';
import { readersQuery } from '../../../../staff/staffQueries.ts';

/** Tells colleagues that the reader has this case on the screen. Returns who else has. */
export const useReaders = (sale: string): { _id: string; username: string }[] => {
  const { data } = useQuery(readersQuery(sale));
  const isKnown = data !== undefined;
  useEffect(() => {
    if (!isKnown) return;
    return () => {
      // without this request the server forgets the reader within a minute
      void api.put(`staff/cases/${sale}/reading`, { reading: false }).catch(() => undefined);
    };
  }, [sale, isKnown]);
  return data?.readers ?? [];
};
