import { encode } from 'uqr';

/** Drawn here: what it says goes nowhere else. */
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
