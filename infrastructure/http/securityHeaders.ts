import type { RequestHandler } from 'express';
import helmet from 'helmet';

type PolicyOptions = {
  /** Whether browsers reach the marketplace over TLS. */
  https: boolean;
  /** The origin that private pictures are redirected to. */
  pictures?: string | undefined;
};

/** Nothing here asks for them, so that nothing that gets in can. */
const REFUSED_FEATURES = [
  'accelerometer',
  'bluetooth',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

export const permissionsPolicy: RequestHandler = (_request, response, next) => {
  response.set('Permissions-Policy', REFUSED_FEATURES.map((feature) => `${feature}=()`).join(', '));
  next();
};

/** Own code, own fonts, own pictures and nothing else. */
export const securityHeaders = ({ https, pictures }: PolicyOptions): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        // Toasts and dialogs of the interface bring their rules in a <style> element of their own.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // blob: and data: are previews of photos that are being chosen.
        imgSrc: ["'self'", 'data:', 'blob:', ...(pictures === undefined ? [] : [pictures])],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: 365 * 24 * 60 * 60, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  });
