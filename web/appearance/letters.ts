/** Scale factors of `data-text` (`styles/letters.css`). */
export const LETTERS: Readonly<Record<string, number>> = { large: 1.125, larger: 1.25 };
