import { z } from 'zod';

/** How the screens look to one person. `device`: as the system or browser asks. */
export const appearance = z.object({
  palette: z.enum(['dark', 'light', 'device']),
  contrast: z.enum(['device', 'normal', 'more']),
  text: z.enum(['normal', 'large', 'larger']),
});
export type Appearance = z.infer<typeof appearance>;

/** How pages look to visitors, and to whoever has chosen nothing. */
export const FIRST_APPEARANCE: Appearance = { palette: 'dark', contrast: 'device', text: 'normal' };
