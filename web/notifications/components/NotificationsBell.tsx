import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { IconButton } from '../../ui/Button.tsx';
import { useOnDemand } from '../../ui/onDemand.ts';
import { newestPage } from '../api/fetchNotifications.ts';
import { badgeText } from '../text/badgeText.ts';

const load = async () => (await import('./BellPanel.tsx')).BellPanel;

const PANEL = 'notifications-panel';

/** The bell counts on every page; its panel loads when the pointer or focus comes near. */
export const NotificationsBell = () => {
  const [open, setOpen] = useState(false);
  const unread = useQuery(newestPage).data?.unreadCount ?? 0;
  const bell = useRef<HTMLButtonElement>(null);
  const { Part: Panel, near, press } = useOnDemand(load);
  const { hash, key } = useLocation();
  // The daily push links here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time that somebody is led here
  useEffect(() => {
    if (hash === '#notifications') void press().then(setOpen);
  }, [hash, key]);
  const toggle = async () => {
    if (open) setOpen(false);
    else if (await press()) setOpen(true);
  };
  return (
    <>
      <IconButton
        ref={bell}
        icon="bell"
        label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? PANEL : undefined}
        onPointerEnter={near}
        onFocus={near}
        onClick={toggle}
      >
        {unread > 0 && (
          <span className="count new" aria-hidden="true">
            {badgeText(unread)}
          </span>
        )}
      </IconButton>
      {Panel && <Panel id={PANEL} open={open} onOpenChange={setOpen} bell={bell} />}
    </>
  );
};
