import { PersonLink, usePeople } from './people.tsx';

/** Matches property names, strings and other values; punctuation lies between matches. */
const PIECES = /("(?:\\.|[^"\\])*")(\s*:)?|(-?\d+(?:\.\d+)?|true|false|null)/g;

/** `note`: what the value before it means, at the end of its line; it is not part of the JSON. */
type Piece = { text: string; look?: 'k' | 's' | 'n' | 'note' };

/** The meaning of a value in a field, such as an instant; undefined for one that says it itself. */
export type NoteOf = (field: string, value: number | string) => string | undefined;

const noted = (whole: string, quoted: string): number | string | undefined => {
  if (quoted) return quoted.slice(1, -1);
  const number = Number(whole);
  return Number.isFinite(number) ? number : undefined;
};

export const jsonPieces = (value: unknown, noteOf?: NoteOf): Piece[] => {
  const text = JSON.stringify(value, null, 2);
  const pieces: Piece[] = [];
  let from = 0;
  let name = '';
  for (const match of text.matchAll(PIECES)) {
    const [whole, quoted = '', colon] = match;
    if (match.index > from) pieces.push({ text: text.slice(from, match.index) });
    from = match.index + whole.length;
    if (colon) {
      name = quoted.slice(1, -1);
      pieces.push({ text: quoted, look: 'k' }, { text: colon });
      continue;
    }
    pieces.push({ text: whole, look: quoted ? 's' : 'n' });
    const read = noted(whole, quoted);
    const note = read === undefined ? undefined : noteOf?.(name, read);
    if (note === undefined) continue;
    if (text[from] === ',') {
      pieces.push({ text: ',' });
      from += 1;
    }
    pieces.push({ text: note, look: 'note' });
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
};

type NoteProps = { children: string; person: string | undefined };

/** Not selected, so a copied text stays JSON. */
const Note = ({ children, person }: NoteProps) => (
  <i className="json-note">
    {'  '}
    {person === undefined ? children : <PersonLink id={person} name={children} />}
  </i>
);

type JsonProps = { value: unknown; label: string; comment?: string; noteOf?: NoteOf };

/** Each id of a person is followed by the name. */
export const Json = ({ value, label, comment, noteOf }: JsonProps) => {
  const people = usePeople();
  const pieces = jsonPieces(value, (field, read) =>
    typeof read === 'string' ? people.get(read) : noteOf?.(field, read),
  );
  const personAt = (place: number): string | undefined =>
    pieces
      .slice(Math.max(0, place - 2), place)
      .map(({ text }) => text.slice(1, -1))
      .find((id) => people.has(id));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reachable by keyboard
    <section className="scroll-x" tabIndex={0} aria-label={label}>
      <pre>
        {comment && <span className="c">{`// ${comment}\n`}</span>}
        {pieces.map(({ text, look }, index) =>
          look === 'note' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text in pieces, which never move
            <Note key={index} person={personAt(index)}>
              {text}
            </Note>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text in pieces, which never move
            <span key={index} className={look}>
              {text}
            </span>
          ),
        )}
      </pre>
    </section>
  );
};
