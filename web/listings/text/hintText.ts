import type { PhotoHint } from '../components/photos/photoHints.ts';

export const HINTS: Record<PhotoHint, string> = {
  small: 'Low resolution: it will look grainy.',
  dark: 'This is dark. More light would show the paint.',
  blurred: 'This looks blurry.',
};
