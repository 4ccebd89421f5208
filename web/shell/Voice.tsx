import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { OwnReports } from '#application/contract/moderation.ts';
import type { NotificationPage } from '#application/contract/notifications.ts';
import type { PriceOffers } from '#application/contract/priceOffers.ts';
import type { TransactionView } from '#application/contract/transactions.ts';
import { MINUTE } from '#domain/shared/instants.ts';
import { NOTIFICATIONS, PROPOSALS, TRANSACTIONS } from '../api/queryKeys.ts';
import { ownReportsQuery } from '../api/reports.ts';
import { serverNow } from '../api/serverTime.ts';
import { areAnnounced } from '../ui/announcements.ts';
import { NOTHING_HEARD, newEvents } from './facts.ts';

/**
 * Announces changes to sales, notifications and deadlines on an open page. Sends no requests: it observes the page's
 * queries.
 */
export const Voice = () => {
  const client = useQueryClient();
  const heard = useRef(NOTHING_HEARD);
  const [said, setSaid] = useState({ number: 0, words: '' });
  useEffect(() => {
    const listen = () => {
      const open = client.getQueriesData<TransactionView>({ queryKey: [TRANSACTIONS, 'one'], type: 'active' });
      const transactions = new Map<string, TransactionView>();
      for (const transaction of client.getQueryData<TransactionView[]>([TRANSACTIONS, 'needs-you']) ?? [])
        transactions.set(transaction._id, transaction);
      for (const [, transaction] of open) if (transaction) transactions.set(transaction._id, transaction);
      const bell = client.getQueryData<NotificationPage>([NOTIFICATIONS, 1]);
      const offers = client.getQueryData<PriceOffers>([PROPOSALS])?.proposals;
      const reports = client.getQueryData<OwnReports>(ownReportsQuery.queryKey)?.reports;
      const next = newEvents(heard.current, {
        sales: [...transactions.values()],
        offers,
        reports,
        bell,
        now: serverNow(),
      });
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
