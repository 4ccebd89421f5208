/** All that proves something is one file of the build: the name of each more would stand on every first page. */
export { findOut } from './finding.ts';
export { HistorySeal } from './HistorySeal.tsx';
export { Log } from './log/Log.tsx';
export { ReceiptList } from './ReceiptList.tsx';
