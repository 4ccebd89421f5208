import { useState } from 'react';
import { announce, areAnnounced } from '../../../ui/announcements.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { PushCard } from './PushCard.tsx';

/** Stored per browser: a reader may need announcements on one device only. */
const Announcements = () => {
  const [on, setOn] = useState(areAnnounced);
  const choose = () => {
    announce(!on);
    setOn(!on);
  };
  return (
    <Panel title="Screen reader" className="mt-6">
      <label className="check">
        <input type="checkbox" checked={on} onChange={choose} />
        <span>Announce changes to my sales, messages and deadlines while a page is open in this browser</span>
      </label>
    </Panel>
  );
};

/** Choices of this browser. */
export const DeviceSettings = () => (
  <>
    <PushCard />
    <Announcements />
  </>
);
