import { onceOpened } from './onceOpened.tsx';

/** For pages, where dialogs are rarely opened. Dialogs that load on demand import their parts directly. */
export const ConfirmDialog = onceOpened(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog);
export const ReasonDialog = onceOpened(async () => (await import('./ReasonDialog.tsx')).ReasonDialog);
export const Dialog = onceOpened(async () => (await import('./Dialog.tsx')).Dialog);
