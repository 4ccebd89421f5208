import { onceOpened } from '../../ui/onceOpened.tsx';

export const OfferDialog = onceOpened(async () => (await import('./OfferDialog.tsx')).OfferDialog);
