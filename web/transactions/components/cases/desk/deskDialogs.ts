import { onceOpened } from '../../../../ui/onceOpened.tsx';

export const SnoozeDialog = onceOpened(async () => (await import('./SnoozeDialog.tsx')).SnoozeDialog);
