/** One file of the build for the few readers who open personal data. */
export { ClosedData } from './ClosedData.tsx';
export { Opening } from './Opening.tsx';
