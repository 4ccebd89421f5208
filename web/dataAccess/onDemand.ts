/** One file of the build, for the few who open personal data. */
export { ClosedData } from './ClosedData.tsx';
export { Opening } from './Opening.tsx';
