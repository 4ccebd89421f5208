import { dueTime } from './dates.ts';

/** A sentence whose date stands out. */
export const Dated = ({ children, at }: { children: string; at: string | null }) => {
  const date = at === null ? '' : dueTime(at);
  const place = date === '' ? -1 : children.indexOf(date);
  if (place < 0) return children;
  return (
    <>
      {children.slice(0, place)}
      <b className="strong nowrap">{date}</b>
      {children.slice(place + date.length)}
    </>
  );
};
