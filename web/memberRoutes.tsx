import type { RouteObject } from 'react-router-dom';
import { settingsRoutes } from './accounts/settings/routes.tsx';
import { messageRoutes } from './conversations/routes.tsx';
import { dashboardRoutes } from './dashboard/routes.tsx';
import { memberHelpRoutes } from './help/memberRoutes.tsx';
import { memberListingRoutes } from './listings/memberRoutes.tsx';
import { NotificationsBell } from './notifications/components/NotificationsBell.tsx';
import { branch } from './routing/branch.tsx';
import { Guard } from './shell/Guard.tsx';
import { MemberShell } from './shell/MemberShell.tsx';
import { notFound } from './shell/notFoundRoute.tsx';
import { PublicShell } from './shell/PublicShell.tsx';
import { RouteErrors } from './shell/RouteError.tsx';
import { paymentRoutes, transactionRoutes } from './transactions/routes.tsx';
import { onceOpened } from './ui/onceOpened.tsx';
import { partOnDemand } from './ui/partOnDemand.tsx';

const PurchaseDialog = onceOpened(
  async () => (await import('./transactions/components/purchase/PurchaseDialog.tsx')).PurchaseDialog,
);
const RemoveListing = partOnDemand(async () => (await import('./staff/RemoveListing.tsx')).RemoveListing, null);
const ContactDialog = onceOpened(
  async () => (await import('./conversations/components/ContactDialog.tsx')).ContactDialog,
);

/** All member routes with their frame, and the not-found route. */
export const memberRoutes: RouteObject[] = [
  {
    element: <Guard />,
    children: [
      ...paymentRoutes,
      {
        element: <MemberShell bell={<NotificationsBell />} />,
        children: [
          {
            element: <RouteErrors inMain />,
            children: [
              ...memberListingRoutes({ Purchase: PurchaseDialog, Contact: ContactDialog, Remove: RemoveListing }),
              ...transactionRoutes(ContactDialog),
              ...messageRoutes,
              ...settingsRoutes,
              ...dashboardRoutes,
              ...memberHelpRoutes,
              branch(async () => (await import('./staffDesk.tsx')).staffDesk, 'staff'),
              branch(async () => (await import('./auditDesk.tsx')).auditDesk, 'audit'),
            ],
          },
        ],
      },
    ],
  },
  {
    element: <PublicShell />,
    children: [notFound],
  },
];
