import type { BankPage, ToBankDocument } from '#application/ports/pictures.ts';
import { HEIGHT, MARGIN, type PdfPage, pdfOf, WIDTH } from './pdf.ts';
import { textPages } from './pdfText.ts';

type Photo = { name: string; width: number; height: number; jpeg: Buffer };

const LONGEST_SIDE = 1_600;
const QUALITY = 78;

/** Our stored photos are WebP, which banks do not take. Their hash was checked, so they need no decoder process. */
const asPhoto = async ({ name, content }: { name: string; content: Buffer }): Promise<Photo> => {
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(content, { failOn: 'error' })
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  return { name, width: info.width, height: info.height, jpeg: data };
};

const CAPTION = 24;

/** Draws the name above the photo, which fills the rest of the page. */
const photoPage = ({ name, ...photo }: Photo): PdfPage => {
  const { width, height } = photo;
  const scale = Math.min((WIDTH - 2 * MARGIN) / width, (HEIGHT - 2 * MARGIN - CAPTION) / height);
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  const top = HEIGHT - MARGIN;
  const content = `BT /F1 12 Tf ${MARGIN} ${top - 12} Td (${name}) Tj ET q ${wide} 0 0 ${high} ${MARGIN} ${top - CAPTION - high} cm /Photo Do Q`;
  return { content, photo };
};

/** One at a time, because each photo takes tens of megabytes while it is decoded. */
export const toBankDocument: ToBankDocument = async (pages: readonly BankPage[]) => {
  const [only] = pages;
  if (pages.length === 1 && only && 'content' in only)
    return { content: (await asPhoto(only)).jpeg, type: 'image/jpeg' };
  const made: PdfPage[] = [];
  for (const page of pages) made.push(...('rows' in page ? textPages(page) : [photoPage(await asPhoto(page))]));
  return { content: pdfOf(made), type: 'application/pdf' };
};
