/** What only commands need; pages that only read do without it. */
export { awaited, stopWaiting, useLate } from './lateAnswers.ts';
export { underId } from './unanswered.ts';
export { send } from './upload.ts';
