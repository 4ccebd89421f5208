import { onceOpened } from '../ui/onceOpened.tsx';

export const KeysHelp = onceOpened(async () => (await import('./KeysHelp.tsx')).KeysHelp);
