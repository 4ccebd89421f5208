import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type { transactionExport } from '#application/contract/audit.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { fetched } from '../../../api/download.ts';
import { Button } from '../../../ui/Button.tsx';
import { keepAsFile } from '../../../ui/keepAsFile.ts';
import { toast } from '../../../ui/toast.ts';
import { wholeStream } from '../../api/auditQueries.ts';
import { transactionOf } from './transactionOf.ts';

/** Exports a transaction with its ledger entries, or another stream with its events. */
export const ExportButton = ({ stream }: { stream: string }) => {
  const transaction = transactionOf(stream);
  const gather = useMutation({
    mutationFn: async () => {
      if (!transaction) return { data: await wholeStream(stream), name: `${stream}.json` };
      const data = await fetched<z.infer<typeof transactionExport>>(`audit/sales/${transaction}/export`);
      return { data, name: `sale-${data.transactionId}.json` };
    },
    onSuccess: ({ data, name }) => keepAsFile(data, name),
    onError: (error) => toast.error(messageOf(error, 'The history could not be exported. Please try again.')),
  });
  return (
    <Button size="sm" busy={gather.isPending} busyText="Preparing…" onClick={() => gather.mutate()}>
      Export JSON
    </Button>
  );
};
