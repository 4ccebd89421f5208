/** Reads a compact table: one line per row, cells separated by `|`. */
export const table = <Column extends string>(columns: readonly Column[], text: string): Record<Column, string>[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']));
    }) as Record<Column, string>[];
