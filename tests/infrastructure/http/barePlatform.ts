import { openRegistrantCookie } from '#infrastructure/http/hostCookie.ts';
import { openRefreshCookie } from '#infrastructure/http/refreshCookie.ts';
import type { EndpointPlatform } from '#infrastructure/http/routes.ts';
import { openMetrics } from '#infrastructure/observability/metrics.ts';
import { noTracing } from '#infrastructure/observability/tracing.ts';
import { newId } from '#infrastructure/system/ids.ts';

/** A platform for endpoints without limits, storage or logs; a test adds the parts it needs. */
export const barePlatform = (given: Partial<EndpointPlatform>): EndpointPlatform => {
  const platform: Partial<EndpointPlatform> = {
    limitRate: { consume: async () => undefined, forgive: async () => undefined },
    newId,
    sessions: { verify: async () => undefined, whyOver: async () => 'unknown' },
    refreshCookie: openRefreshCookie('http://localhost'),
    registrantCookie: openRegistrantCookie('http://localhost'),
    commandIds: { claim: async () => undefined },
    commandKey: 'key',
    security: { accessRefused: async () => undefined },
    signReceipt: async () => undefined,
    metrics: openMetrics(),
    tracing: noTracing,
    checkAnswers: true,
    ...given,
  };
  return platform as EndpointPlatform;
};
