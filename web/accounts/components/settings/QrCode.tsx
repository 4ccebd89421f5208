import { encode } from 'uqr';

/** Rendered locally, so the secret is sent nowhere. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { size, data } = encode(text);
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
};
