// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { MessageImage } from '#web/conversations/components/conversation/MessageImage.tsx';
import { Evidence } from '#web/ui/Evidence.tsx';

const REPLACED =
  'This picture differs from the one that was uploaded, so we do not show it. Our staff are looking into it.';
const PIECE = { url: '/evidence/1.webp', thumbnailUrl: '/evidence/1-small.webp' };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe.each([
  ['of evidence', <Evidence key="evidence" pieces={[PIECE]} label="Photos" />, 'Not available'],
  ['of a message', <MessageImage key="message" url="/images/1.webp" from="anna" />, 'Image not available'],
])('a picture %s that fails to load', (_, picture, otherwise) => {
  const failing = (answer: () => Promise<Response>) => {
    vi.stubGlobal('fetch', answer);
    const { container } = render(picture);
    fireEvent.error(container.querySelector('img')!);
  };

  test.each([
    [410, REPLACED],
    [404, otherwise],
  ])('shows the reason for status %i', async (status, sentence) => {
    failing(async () => Response.json({ message: REPLACED }, { status }));
    expect(await screen.findByText(sentence)).toBeDefined();
  });

  test('says that it is not available without an answer', async () => {
    failing(() => Promise.reject(new TypeError('no connection')));
    expect(await screen.findByText(otherwise)).toBeDefined();
  });
});
