import { onceOpened } from './onceOpened.tsx';

/** For pages, which are mostly left without their being opened. A dialog that comes on demand itself takes the parts as they are. */
export const ConfirmDialog = onceOpened(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog);
export const ReasonDialog = onceOpened(async () => (await import('./ReasonDialog.tsx')).ReasonDialog);
export const Dialog = onceOpened(async () => (await import('./Dialog.tsx')).Dialog);
