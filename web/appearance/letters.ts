/** By how much `data-text` on the root makes letters larger than the browser has them (`styles/letters.css`). */
export const LETTERS: Readonly<Record<string, number>> = { large: 1.125, larger: 1.25 };
