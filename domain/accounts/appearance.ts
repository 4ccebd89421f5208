import { z } from 'zod';

/** How the screens look to one person. `device`: follow the system or browser. */
export const appearance = z.object({
  palette: z.enum(['dark', 'light', 'device']),
  contrast: z.enum(['device', 'normal', 'more']),
  text: z.enum(['normal', 'large', 'larger']),
});
export type Appearance = z.infer<typeof appearance>;

/** The default, also for visitors. */
export const FIRST_APPEARANCE: Appearance = { palette: 'dark', contrast: 'device', text: 'normal' };
