/** What a command has beside a question; a page that only asks does without. */
export { awaited, stopWaiting, useLate } from './lateAnswers.ts';
export { underId } from './unanswered.ts';
export { send } from './upload.ts';
