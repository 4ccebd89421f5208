import { useBroken } from '../../../ui/useBroken.ts';

/** Opens in a new tab. Reserves its space while loading. */
export const MessageImage = ({ url, from }: { url: string; from: string }) => {
  const { why, onError } = useBroken(url, 'Image not available');
  if (why) return <p className="muted">{why}</p>;
  return (
    <a className="msg-image" href={url} target="_blank" rel="noopener">
      <img src={url} alt={`Sent by ${from}`} width={320} height={240} decoding="async" onError={onError} />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
};
