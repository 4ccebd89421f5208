import { classes } from './classes.ts';

/** Initials: "marta_vidal" → "MV", "kessler.minis" → "KM", "oisin" → "OI". */
export const initials = (name: string): string => {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters = words.length > 1 ? `${words[0]?.[0] ?? ''}${words[1]?.[0] ?? ''}` : (words[0] ?? '?').slice(0, 2);
  return letters.toUpperCase();
};

const TONES = ['', 'b', 'c'] as const;

/** Decorative, beside a name. The colour derives from the name; the reader's own is gold. */
export const Avatar = ({ name, large, own }: { name: string; large?: boolean; own?: boolean }) => {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return (
    <span className={classes('avatar', large && 'avatar-lg', !own && TONES[sum % TONES.length])} aria-hidden="true">
      {initials(name)}
    </span>
  );
};
