// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Evidence } from '#web/ui/Evidence.tsx';

const REPLACED = 'This picture is not the one that was uploaded, so it is not shown. Our staff look into it.';
const PIECE = { url: '/evidence/1.webp', thumbnailUrl: '/evidence/1-small.webp' };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  [410, REPLACED],
  [404, 'Not available'],
])('a picture that is answered with %i says why it is not there', async (status, sentence) => {
  vi.stubGlobal('fetch', async () => Response.json({ message: REPLACED }, { status }));
  const { container } = render(<Evidence pieces={[PIECE]} label="Photos" />);
  fireEvent.error(container.querySelector('img')!);
  expect(await screen.findByText(sentence)).toBeDefined();
});
