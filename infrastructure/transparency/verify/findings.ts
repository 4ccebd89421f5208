/** A violation and the event where it shows. */
export type Finding = { stream: string; revision: number; reason: string };

export const timeText = (seconds: number): string => new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
