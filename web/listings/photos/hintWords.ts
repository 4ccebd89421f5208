import type { PhotoHint } from './photoHints.ts';

export const HINTS: Record<PhotoHint, string> = {
  small: 'Few pixels: it will look coarse.',
  dark: 'Rather dark. More light shows the paint.',
  blurred: 'It may be out of focus.',
};
