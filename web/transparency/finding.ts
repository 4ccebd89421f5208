import { type CheckedHistory, checkHistory } from './checkedHistory.ts';
import { marksInWords, type RowMark, rowMarks } from './rowMarks.ts';
import { type Seal, sealOf } from './sealText.ts';
import type { ShownEvent } from './storedHistory.ts';

/** Result of checking a history: a seal, a mark per row and a summary. */
export type Finding = {
  checked: CheckedHistory;
  seal: Seal;
  marks: readonly RowMark[];
  inWords: ReturnType<typeof marksInWords>;
};

export const findOut = async (stream: string, shown: readonly ShownEvent[]): Promise<Finding> => {
  const checked = await checkHistory(stream, shown);
  const marks = rowMarks(checked);
  return { checked, seal: sealOf(checked), marks, inWords: marksInWords(marks) };
};
