import { textOf } from './ApiError.ts';

/** The message that an answer carries, if any. */
export const answerMessage = (answer: unknown, fallback: string): string => textOf(answer, 'message') ?? fallback;
