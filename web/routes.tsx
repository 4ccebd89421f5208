import { lazy } from 'react';
import type { RouteObject } from 'react-router-dom';
import { accountRoutes } from './accounts/routes.tsx';
import { auditRoutes } from './audit/routes.tsx';
import { dashboardRoutes } from './dashboard/routes.tsx';
import { helpRoutes, memberHelpRoutes, termsRoutes } from './help/routes.tsx';
import { memberListingRoutes, publicListingRoutes } from './listings/routes.tsx';
import { messageRoutes } from './messages/routes.tsx';
import { screen } from './routing/screen.tsx';
import { settingsRoutes } from './settings/routes.tsx';
import { Guard } from './shell/Guard.tsx';
import { PublicShell } from './shell/PublicShell.tsx';
import { Root } from './shell/Root.tsx';
import { RouteErrors } from './shell/RouteError.tsx';
import { roleRoutes, staffRoutes } from './staff/routes.tsx';
import { paymentRoutes, transactionRoutes } from './transactions/routes.tsx';

/** The frame of the signed-in pages, with the bell in it, comes only when somebody is signed in. */
const memberShell = screen(async () => {
  const [{ MemberShell }, { NotificationsBell }] = await Promise.all([
    import('./shell/MemberShell.tsx'),
    import('./notifications/NotificationsBell.tsx'),
  ]);
  return () => <MemberShell bell={<NotificationsBell />} />;
});

/** Whoever has no role does not load who may see what. */
const guard = (name: 'CaseReaders' | 'RoleReaders' | 'AuditReaders') =>
  screen(async () => (await import('./shell/RoleGuard.tsx'))[name]);

const PurchaseDialog = lazy(async () => ({ default: (await import('./purchase/PurchaseDialog.tsx')).PurchaseDialog }));
const RemoveListing = lazy(async () => ({
  default: (await import('./staff/listing/RemoveListing.tsx')).RemoveListing,
}));
const ContactDialog = lazy(async () => ({ default: (await import('./messages/ContactDialog.tsx')).ContactDialog }));

/** The only place where the features meet. A feature's own routes stand in its `routes.tsx`. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    children: [
      {
        element: <PublicShell />,
        children: [
          {
            element: <RouteErrors />,
            children: [...publicListingRoutes, ...accountRoutes, ...helpRoutes],
          },
        ],
      },
      {
        element: <Guard />,
        children: [
          ...paymentRoutes,
          {
            ...memberShell,
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
                  { ...guard('CaseReaders'), children: staffRoutes },
                  { ...guard('RoleReaders'), children: roleRoutes },
                  { ...guard('AuditReaders'), children: auditRoutes },
                ],
              },
            ],
          },
        ],
      },
      ...termsRoutes,
      {
        element: <PublicShell />,
        children: [{ path: '*', ...screen(async () => (await import('./shell/NotFound.tsx')).NotFound) }],
      },
    ],
  },
];
