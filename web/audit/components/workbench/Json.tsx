/** Matches property names, strings and other values; punctuation lies between matches. */
const PIECES = /("(?:\\.|[^"\\])*")(\s*:)?|(-?\d+(?:\.\d+)?|true|false|null)/g;

/** `note`: what a number means; it is not part of the JSON. */
type Piece = { text: string; look?: 'k' | 's' | 'n'; note?: string };

/** The meaning of a number in a field, such as an instant; undefined for a plain number. */
export type NoteOf = (field: string, number: number) => string | undefined;

export const jsonPieces = (value: unknown, noteOf?: NoteOf): Piece[] => {
  const text = JSON.stringify(value, null, 2);
  const pieces: Piece[] = [];
  let from = 0;
  let name = '';
  for (const match of text.matchAll(PIECES)) {
    const [whole, quoted = '', colon] = match;
    if (match.index > from) pieces.push({ text: text.slice(from, match.index) });
    if (colon) {
      name = quoted.slice(1, -1);
      pieces.push({ text: quoted, look: 'k' }, { text: colon });
    } else {
      const number = quoted ? Number.NaN : Number(whole);
      const note = Number.isFinite(number) ? noteOf?.(name, number) : undefined;
      pieces.push({ text: whole, look: quoted ? 's' : 'n', ...(note !== undefined && { note }) });
    }
    from = match.index + whole.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
};

type JsonProps = { value: unknown; label: string; comment?: string; noteOf?: NoteOf };

/** The notes of numbers are not selected, so a copied text stays JSON. */
export const Json = ({ value, label, comment, noteOf }: JsonProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reachable by keyboard
  <section className="scroll-x" tabIndex={0} aria-label={label}>
    <pre>
      {comment && <span className="c">{`// ${comment}\n`}</span>}
      {jsonPieces(value, noteOf).map(({ text, look, note }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text in pieces, which never move
        <span key={index} className={look}>
          {text}
          {note !== undefined && <i className="json-note">{` ${note}`}</i>}
        </span>
      ))}
    </pre>
  </section>
);
