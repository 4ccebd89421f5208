import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { OwnReports } from '#application/contract/notices.ts';
import type { NotificationPage } from '#application/contract/notifications.ts';
import type { PriceProposals } from '#application/contract/priceProposals.ts';
import type { TransactionView } from '#application/contract/transactions.ts';
import { MINUTE } from '#domain/shared/instants.ts';
import { NOTIFICATIONS, PROPOSALS, SALES } from '../api/queryKeys.ts';
import { ownReportsQuery } from '../api/reports.ts';
import { serverNow } from '../api/serverTime.ts';
import { areAnnounced } from '../ui/announcements.ts';
import { NOTHING_HEARD, newFacts } from './facts.ts';

/** What happens to sales, to the bell and to deadlines while a page stands open, in a sentence each. Asks for nothing: it hears what pages ask for. */
export const Voice = () => {
  const client = useQueryClient();
  const heard = useRef(NOTHING_HEARD);
  const [said, setSaid] = useState({ number: 0, words: '' });
  useEffect(() => {
    const listen = () => {
      const open = client.getQueriesData<TransactionView>({ queryKey: [SALES, 'one'], type: 'active' });
      const sales = new Map<string, TransactionView>();
      for (const sale of client.getQueryData<TransactionView[]>([SALES, 'needs-you']) ?? []) sales.set(sale._id, sale);
      for (const [, sale] of open) if (sale) sales.set(sale._id, sale);
      const bell = client.getQueryData<NotificationPage>([NOTIFICATIONS, 1]);
      const offers = client.getQueryData<PriceProposals>([PROPOSALS])?.proposals;
      const reports = client.getQueryData<OwnReports>(ownReportsQuery.queryKey)?.reports;
      const next = newFacts(heard.current, { sales: [...sales.values()], offers, reports, bell, now: serverNow() });
      heard.current = next.heard;
      if (next.sentences.length > 0 && areAnnounced())
        setSaid(({ number }) => ({ number: number + 1, words: next.sentences.join(' ') }));
    };
    listen();
    const timer = setInterval(listen, MINUTE);
    const stop = client
      .getQueryCache()
      .subscribe(notifyManager.batchCalls(({ type }) => type === 'updated' && listen()));
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [client]);
  return (
    <div className="sr-only" role="status">
      <p key={said.number}>{said.words}</p>
    </div>
  );
};
