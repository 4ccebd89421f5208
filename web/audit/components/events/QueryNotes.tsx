import { type ParsedQuery, parseQuery } from '#domain/audit/eventQuery.ts';
import { queryWarnings } from '#domain/audit/queryWarnings.ts';
import { counted } from '#domain/shared/lengths.ts';

const hasText = (parsed: ParsedQuery): boolean => parsed.ok && parsed.terms.some(({ field }) => field === 'text');

const textNote = (masked: number | null): string => {
  if (masked === null)
    return 'Personal texts were not searched. To search the texts of one sale that you may read, add stream: and its number.';
  if (masked === 0) return 'All texts of this history were searched.';
  return `${counted(masked, 'text')} of this history ${masked === 1 ? 'is' : 'are'} masked for you and ${masked === 1 ? 'was' : 'were'} not searched. A text is searched once you have opened it.`;
};

type QueryNotesProps = { q: string; maskedTexts: number | null | undefined; unknownNames: readonly string[] };

/** Explains the limits of a search: an empty result does not prove that nothing exists. `maskedTexts`: undefined before the answer. */
export const QueryNotes = ({ q, maskedTexts, unknownNames }: QueryNotesProps) => {
  const parsed = parseQuery(q);
  const notes = [
    ...unknownNames,
    ...(parsed.ok ? queryWarnings(parsed.terms) : []),
    ...(hasText(parsed) && maskedTexts !== undefined ? [textNote(maskedTexts)] : []),
  ];
  return notes.map((note) => (
    <p key={note} className="muted small event-count" role="status">
      {note}
    </p>
  ));
};
