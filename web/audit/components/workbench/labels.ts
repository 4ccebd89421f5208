import type { Labels } from '#domain/audit/eventRow.ts';
import { CATEGORY_LABELS } from '#domain/notifications/categoryLabels.ts';
import { WAYS, whyRefused } from '#domain/notifications/securityLogText.ts';

const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  category: CATEGORY_LABELS,
  reason: { ...CATEGORY_LABELS, OTHER: 'Another reason' },
  pace: { atOnce: 'at once', daily: 'once a day', off: 'not at all' },
  way: WAYS,
};
const FIELDS: Readonly<Record<string, string>> = { saidAt: 'stated at', way: 'signed in' };

/** The words that the rest of the product uses for stored codes. */
export const LABELS: Labels = {
  field: (name) => FIELDS[name],
  value: (name, value) => (name === 'why' ? whyRefused(value) : VALUES[name]?.[value]),
};
