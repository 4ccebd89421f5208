import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** ms: a heading that is later than this is not waited for by whoever listens. */
const SOON = 300;

const WITHIN = 'main, [role="dialog"], [role="alertdialog"]';

/** To the heading of the page, unless the page has placed the focus itself. False while there is no heading. */
const headed = (): boolean => {
  const heading = document.querySelector('h1');
  if (!heading) return false;
  if (document.activeElement?.closest(WITHIN)) return true;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
};

/**
 * A change of address without a load leaves the focus where it was, or nowhere, and says nothing. The focus goes to the heading of the new
 * page, which a screen reader then reads, as soon as it is there and until somebody does something; while it is not, the name is said.
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
