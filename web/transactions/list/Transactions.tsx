import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { profileQuery } from '../../api/account.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { useHistoryCount } from '../sales.ts';
import { History } from './History.tsx';
import { missingForSales, SalesGate } from './SalesGate.tsx';

/** The tab stands in the address; a change of tab begins without filters. */
export const Transactions = () => {
  const [search, setSearch] = useSearchParams();
  const profile = useQuery(profileQuery);
  const seesSales = profile.data !== undefined && missingForSales(profile.data) === null;
  const tabs = [
    { value: 'purchases', label: 'Purchases', count: useHistoryCount('purchase') || undefined },
    { value: 'sales', label: 'Sales', count: useHistoryCount('sale', seesSales) || undefined },
  ];
  return (
    <>
      <PageHeading title="My Transactions" />
      <Tabs
        label="Purchases and sales"
        tabs={tabs}
        value={search.get('tab') === 'sales' ? 'sales' : 'purchases'}
        onChange={(tab) => setSearch({ tab }, { replace: true })}
      >
        <TabPanel value="purchases">
          <History type="purchase" />
        </TabPanel>
        <TabPanel value="sales">
          <SalesGate>
            <History type="sale" />
          </SalesGate>
        </TabPanel>
      </Tabs>
    </>
  );
};
