import { createContext, type KeyboardEvent, type ReactNode, useContext, useId, useRef } from 'react';

export type Tab = {
  value: string;
  label: ReactNode;
  /** Shown beside the label. */
  count?: number | undefined;
  /** How many wait for the reader. */
  waiting?: number | undefined;
};

type TabsProps = {
  label: string;
  tabs: readonly Tab[];
  value: string;
  onChange: (value: string) => void;
  /** One TabPanel per tab. */
  children: ReactNode;
};

const Chosen = createContext({ id: '', value: '' });

/** The tab that a key leads to; the row wraps around. */
const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Controlled, so the address can hold the tab. Arrow keys move the focus; Enter or Space chooses. */
export const Tabs = ({ label, tabs, value, onChange, children }: TabsProps) => {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = STEPS[event.key];
    const buttons = [...(row.current?.children ?? [])] as HTMLElement[];
    if (!step || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    buttons[step(buttons.indexOf(event.currentTarget), buttons.length)]?.focus();
  };
  return (
    <Chosen value={{ id, value }}>
      <div>
        <div ref={row} className="tabs" role="tablist" aria-label={label} aria-orientation="horizontal">
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              className="tab"
              id={`${id}-tab-${tab.value}`}
              aria-controls={`${id}-panel-${tab.value}`}
              aria-selected={tab.value === value}
              tabIndex={tab.value === value ? 0 : -1}
              onKeyDown={move}
              onClick={() => tab.value !== value && onChange(tab.value)}
            >
              {tab.label}
              {tab.count !== undefined && <span className="count">{tab.count}</span>}
              {tab.waiting ? <span className="tab-waiting">{tab.waiting} waiting</span> : null}
            </button>
          ))}
        </div>
        {children}
      </div>
    </Chosen>
  );
};

/** Renders its content only while chosen. */
export const TabPanel = ({ value, children }: { value: string; children: ReactNode }) => {
  const chosen = useContext(Chosen);
  const shown = chosen.value === value;
  return (
    <div
      role="tabpanel"
      className="tab-panel"
      id={`${chosen.id}-panel-${value}`}
      aria-labelledby={`${chosen.id}-tab-${value}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may begin with nothing that takes the focus
      tabIndex={0}
      hidden={!shown}
    >
      {shown && children}
    </div>
  );
};
