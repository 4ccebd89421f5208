import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** ms to wait for a page's heading. */
const SOON = 300;

const WITHIN = 'main, [role="dialog"], [role="alertdialog"]';

/** Focuses the page's heading unless the page has set the focus. False while there is no heading. */
const headed = (): boolean => {
  const heading = document.querySelector('h1');
  if (!heading) return false;
  if (document.activeElement?.closest(WITHIN)) return true;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
};

/**
 * Client-side navigation leaves the focus where it was and says nothing. This focuses the new page's heading as soon
 * as it exists, unless the user acts first, and announces the page's name while it is missing.
 */
export const RouteAnnouncer = () => {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (headed()) return setSaid('');
    const timer = setTimeout(() => setSaid(document.title), SOON);
    const coming = new MutationObserver(() => headed() && stop());
    const stop = () => {
      coming.disconnect();
      document.removeEventListener('keydown', stop, true);
      document.removeEventListener('pointerdown', stop, true);
    };
    coming.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('keydown', stop, true);
    document.addEventListener('pointerdown', stop, true);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [pathname]);
  return (
    <div className="sr-only" role="status">
      {said}
    </div>
  );
};
