import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../../api/account.ts';
import { OffersLink } from '../../../ui/OffersLink.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { TabPanel, Tabs } from '../../../ui/Tabs.tsx';
import { useHistoryCount } from '../../api/transactions.ts';
import { History } from './History.tsx';
import { missingForTransactions, TransactionsGate } from './TransactionsGate.tsx';
import { useTab } from './useTab.ts';

/** Changing the tab clears the filters. */
export const Transactions = () => {
  const { tab, choose, waitingIn } = useTab();
  const profile = useQuery(profileQuery);
  const seesTransactions = profile.data !== undefined && missingForTransactions(profile.data) === null;
  const counts = { purchases: useHistoryCount('purchase'), sales: useHistoryCount('sale', seesTransactions) };
  const tabs = (['purchases', 'sales'] as const).map((value) => ({
    value,
    label: value === 'sales' ? 'Sales' : 'Purchases',
    count: counts[value] || undefined,
    waiting: waitingIn(value),
  }));
  return (
    <>
      <PageHeading title="My Transactions" actions={<OffersLink />} />
      <Tabs label="Purchases and sales" tabs={tabs} value={tab ?? 'purchases'} onChange={choose}>
        <TabPanel value="purchases">
          <History type="purchase" enabled={tab !== undefined} />
        </TabPanel>
        <TabPanel value="sales">
          <TransactionsGate>
            <History type="sale" />
          </TransactionsGate>
        </TabPanel>
      </Tabs>
    </>
  );
};
