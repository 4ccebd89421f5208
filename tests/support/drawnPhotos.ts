import { onTestFinished, vi } from 'vitest';

/**
 * Fakes a 6,000 × 4,000 px photo and canvas encodings of the given sizes, one per attempt. Inspect `drawImage` calls
 * for the drawn size.
 */
export const drawsPhotos = (...sizes: number[]) => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 6_000, height: 4_000, close: () => undefined }));
  const pen = { fillRect: () => undefined, drawImage: vi.fn() };
  const context = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => {
    done(new Blob(['x'.repeat(sizes.shift() ?? 1)], { type: 'image/jpeg' }));
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    context.mockRestore();
    toBlob.mockRestore();
  });
  return pen.drawImage;
};

/** A phone photo of 7 MB. */
export const phonePhoto = (name = 'phone.jpg', type = 'image/jpeg'): File => {
  const file = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], name, { type });
  Object.defineProperty(file, 'size', { value: 7_340_032 });
  return file;
};
