import { expect, test } from 'vitest';
import { fileUrl } from '#web/api/files.ts';

test('puts an image under listings/{s3Key}/ with a single prefix [D1-200] [D1-201] [D2-155]', () => {
  expect(fileUrl('a1', 'one.webp')).toBe('/files/listings/a1/one.webp');
  expect(fileUrl('listings/a1', 'one.webp')).toBe('/files/listings/a1/one.webp');
});
