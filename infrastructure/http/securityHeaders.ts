import type { RequestHandler } from 'express';
import helmet from 'helmet';

type PolicyOptions = {
  /** Whether browsers reach the marketplace over TLS. */
  https: boolean;
  /** The origin to which private pictures are redirected. */
  pictures?: string | undefined;
};

/** The site uses none of these, so injected code cannot either. */
const REFUSED_FEATURES = [
  'accelerometer',
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

/** Only our own scripts, fonts and pictures. */
export const securityHeaders = ({ https, pictures }: PolicyOptions): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        // Toasts and dialogs add their own <style> element.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // blob: and data: are for previews of chosen photos.
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
