/** All proof code is one file of the build, because first pages list every file by name. */
export { findOut } from './finding.ts';
export { HistorySeal } from './HistorySeal.tsx';
export { Log } from './log/Log.tsx';
export { ReceiptList } from './ReceiptList.tsx';
