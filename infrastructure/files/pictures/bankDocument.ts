import type { ToBankDocument } from '#application/ports/pictures.ts';

type Page = { name: string; width: number; height: number; jpeg: Buffer };

const LONGEST_SIDE = 1_600;
const QUALITY = 78;

/** Our stored photos are WebP, which banks do not take. Their hash was checked, so they need no decoder process. */
const asPage = async ({ name, content }: { name: string; content: Buffer }): Promise<Page> => {
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(content, { failOn: 'error' })
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  return { name, width: info.width, height: info.height, jpeg: data };
};

/** A4 in points. */
const [WIDTH, HEIGHT] = [595, 842];
const MARGIN = 40;
const CAPTION = 24;

/** Draws the name above the photo, which fills the rest of the page. */
const drawn = ({ name, width, height }: Page): string => {
  const scale = Math.min((WIDTH - 2 * MARGIN) / width, (HEIGHT - 2 * MARGIN - CAPTION) / height);
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  const top = HEIGHT - MARGIN;
  return `BT /F1 12 Tf ${MARGIN} ${top - 12} Td (${name}) Tj ET q ${wide} 0 0 ${high} ${MARGIN} ${top - CAPTION - high} cm /Photo Do Q`;
};

const CATALOG = 1;
const PAGES = 2;
const FONT = 3;
/** The first object of a page; its content and its photo follow. */
const objectOf = (place: number): number => FONT + 1 + place * 3;

/** A PDF 1.4 file with one photo per page. JPEG data goes in as it is (ISO 32000-1, DCTDecode). */
const pdfOf = (pages: readonly Page[]): Buffer => {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const starts: number[] = [];
  let length = parts[0]!.length;
  const add = (...more: (string | Buffer)[]): void => {
    for (const part of more) {
      const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
      parts.push(bytes);
      length += bytes.length;
    }
  };
  const object = (number: number, dictionary: string, stream?: Buffer): void => {
    starts[number] = length;
    add(`${number} 0 obj\n<< ${dictionary}${stream ? ` /Length ${stream.length}` : ''} >>\n`);
    if (stream) add('stream\n', stream, '\nendstream\n');
    add('endobj\n');
  };
  object(CATALOG, `/Type /Catalog /Pages ${PAGES} 0 R`);
  const kids = pages.map((_, place) => `${objectOf(place)} 0 R`).join(' ');
  object(PAGES, `/Type /Pages /Count ${pages.length} /Kids [${kids}] /MediaBox [0 0 ${WIDTH} ${HEIGHT}]`);
  object(FONT, '/Type /Font /Subtype /Type1 /BaseFont /Helvetica');
  for (const [place, page] of pages.entries()) {
    const at = objectOf(place);
    const resources = `<< /Font << /F1 ${FONT} 0 R >> /XObject << /Photo ${at + 2} 0 R >> >>`;
    object(at, `/Type /Page /Parent ${PAGES} 0 R /Contents ${at + 1} 0 R /Resources ${resources}`);
    object(at + 1, '', Buffer.from(drawn(page), 'latin1'));
    const size = `/Width ${page.width} /Height ${page.height} /BitsPerComponent 8 /ColorSpace /DeviceRGB`;
    object(at + 2, `/Type /XObject /Subtype /Image ${size} /Filter /DCTDecode`, page.jpeg);
  }
  const table = length;
  const rows = starts.slice(1).map((start) => `${String(start).padStart(10, '0')} 00000 n \n`);
  const size = rows.length + 1;
  add(`xref\n0 ${size}\n0000000000 65535 f \n`, ...rows);
  add(`trailer\n<< /Size ${size} /Root ${CATALOG} 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  return Buffer.concat(parts);
};

/** One at a time, because each photo takes tens of megabytes while it is decoded. */
export const toBankDocument: ToBankDocument = async (pages) => {
  const made: Page[] = [];
  for (const page of pages) made.push(await asPage(page));
  return made.length === 1
    ? { content: made[0]!.jpeg, type: 'image/jpeg' }
    : { content: pdfOf(made), type: 'application/pdf' };
};
