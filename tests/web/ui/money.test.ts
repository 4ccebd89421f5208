import { expect, test } from 'vitest';
import { formatPrice } from '#web/ui/money.ts';

test('formats the API’s euros with cents, and a missing sum as unknown', () => {
  expect([24.5, 0, -1.005, 0.1 + 0.2].map(formatPrice)).toEqual(['€24.50', '€0.00', '-€1.00', '€0.30']);
  for (const lacking of [undefined, null, Number.NaN, Number.POSITIVE_INFINITY, '12'])
    expect(formatPrice(lacking as number)).toBe('not known');
});
