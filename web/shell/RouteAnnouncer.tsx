import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** Says the name of a new page to a screen reader, which a change of address without a load would not do. */
export const RouteAnnouncer = () => {
  const { pathname } = useLocation();
  const first = useRef(true);
  const [said, setSaid] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a path
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    const timer = setTimeout(() => setSaid(document.title), 300);
    return () => clearTimeout(timer);
  }, [pathname]);
  return (
    <div className="sr-only" role="status">
      {said}
    </div>
  );
};
