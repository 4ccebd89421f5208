import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

export type Tab = {
  value: string;
  label: ReactNode /** Shown beside the label when above 0. */;
  count?: number | undefined;
};

type TabsProps = {
  label: string;
  tabs: readonly Tab[];
  value: string;
  onChange: (value: string) => void;
  /** The panels: one TabPanel a tab. */
  children: ReactNode;
};

/** Controlled, so that the chosen tab can stand in the address. */
export const Tabs = ({ label, tabs, value, onChange, children }: TabsProps) => (
  <Primitive.Root value={value} onValueChange={onChange} activationMode="manual">
    <Primitive.List className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Primitive.Trigger key={tab.value} value={tab.value} className="tab">
          {tab.label}
          {tab.count !== undefined && tab.count > 0 && <span className="count">{tab.count}</span>}
        </Primitive.Trigger>
      ))}
    </Primitive.List>
    {children}
  </Primitive.Root>
);

export const TabPanel = ({ value, children }: { value: string; children: ReactNode }) => (
  <Primitive.Content value={value} className="tab-panel">
    {children}
  </Primitive.Content>
);
