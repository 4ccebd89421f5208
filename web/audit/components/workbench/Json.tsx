/** Matches property names, strings and other values; punctuation lies between matches. */
const PIECES = /("(?:\\.|[^"\\])*")(\s*:)?|(-?\d+(?:\.\d+)?|true|false|null)/g;

type Piece = { text: string; look?: 'k' | 's' | 'n' };

export const jsonPieces = (value: unknown): Piece[] => {
  const text = JSON.stringify(value, null, 2);
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(PIECES)) {
    const [whole, quoted = '', colon] = match;
    if (match.index > from) pieces.push({ text: text.slice(from, match.index) });
    if (colon) pieces.push({ text: quoted, look: 'k' }, { text: colon });
    else pieces.push({ text: whole, look: quoted ? 's' : 'n' });
    from = match.index + whole.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
};

export const Json = ({ value, label, comment }: { value: unknown; label: string; comment?: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reachable by keyboard
  <section className="scroll-x" tabIndex={0} aria-label={label}>
    <pre>
      {comment && <span className="c">{`// ${comment}\n`}</span>}
      {jsonPieces(value).map(({ text, look }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text in pieces, which never move
        <span key={index} className={look}>
          {text}
        </span>
      ))}
    </pre>
  </section>
);
