/** The most common European layout. A sign counts as the digit on the same key. */
const ROWS = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const SHIFTED = '!@#$%^&*()';

const places = new Map(ROWS.flatMap((keys, row) => [...keys].map((key, column) => [key, { row, column }] as const)));

/** The same key, a neighbouring key, or the next letter of the alphabet. */
const isStep = (from: string, to: string): boolean => {
  if (Math.abs(from.charCodeAt(0) - to.charCodeAt(0)) <= 1) return true;
  const [one, other] = [places.get(from), places.get(to)];
  return !!one && !!other && Math.abs(one.row - other.row) <= 1 && Math.abs(one.column - other.column) <= 1;
};

const SHORTEST_WALK = 3;
/** Extra keys that people add to satisfy a rule. */
const STRAY_KEYS = 3;

/** Whether most keys, and all but a few, follow from their predecessor: `Qwer1234!`, `1qaz@WSX`, `Aa123456!`. */
export const isKeyboardWalk = (password: string): boolean => {
  const keys = [...password.toLowerCase()].map((key) => ROWS[0]![SHIFTED.indexOf(key)] ?? key);
  let stray = 0;
  for (let begin = 0; begin < keys.length; ) {
    let end = begin + 1;
    while (end < keys.length && isStep(keys[end - 1]!, keys[end]!)) end++;
    if (end - begin < SHORTEST_WALK) stray += end - begin;
    begin = end;
  }
  return stray <= STRAY_KEYS && keys.length > 2 * stray;
};
