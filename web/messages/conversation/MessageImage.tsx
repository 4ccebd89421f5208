import { useState } from 'react';

/** Opens in a new tab. Its place is kept while it loads, so nothing jumps. */
export const MessageImage = ({ url, from }: { url: string; from: string }) => {
  const [broken, setBroken] = useState<string>();
  if (broken === url) return <p className="muted">Image not available</p>;
  return (
    <a className="msg-image" href={url} target="_blank" rel="noopener">
      <img src={url} alt={`Sent by ${from}`} width={320} height={240} decoding="async" onError={() => setBroken(url)} />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
};
