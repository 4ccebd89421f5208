import { textOf } from './ApiError.ts';

export const answerMessage = (answer: unknown, fallback: string): string => textOf(answer, 'message') ?? fallback;
