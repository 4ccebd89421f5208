/** A4 in points. */
export const [WIDTH, HEIGHT] = [595, 842];
export const MARGIN = 40;

/** A page's drawing operators, and its photo as `/Photo`. */
export type PdfPage = { content: string; photo?: { width: number; height: number; jpeg: Buffer } };

const CATALOG = 1;
const PAGES = 2;
const FONT = 3;

/** A PDF 1.4 file in one font. JPEG data goes in as it is (ISO 32000-1, DCTDecode). The same pages make the same bytes. */
export const pdfOf = (pages: readonly PdfPage[]): Buffer => {
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
  // a page's own object, its content, and its photo
  let next = FONT + 1;
  const numbered = pages.map((page) => {
    const at = next;
    next += page.photo ? 3 : 2;
    return { ...page, at };
  });
  object(CATALOG, `/Type /Catalog /Pages ${PAGES} 0 R`);
  const kids = numbered.map(({ at }) => `${at} 0 R`).join(' ');
  object(PAGES, `/Type /Pages /Count ${pages.length} /Kids [${kids}] /MediaBox [0 0 ${WIDTH} ${HEIGHT}]`);
  object(FONT, '/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding');
  for (const { at, content, photo } of numbered) {
    const photos = photo ? ` /XObject << /Photo ${at + 2} 0 R >>` : '';
    const resources = `<< /Font << /F1 ${FONT} 0 R >>${photos} >>`;
    object(at, `/Type /Page /Parent ${PAGES} 0 R /Contents ${at + 1} 0 R /Resources ${resources}`);
    object(at + 1, '', Buffer.from(content, 'latin1'));
    if (!photo) continue;
    const size = `/Width ${photo.width} /Height ${photo.height} /BitsPerComponent 8 /ColorSpace /DeviceRGB`;
    object(at + 2, `/Type /XObject /Subtype /Image ${size} /Filter /DCTDecode`, photo.jpeg);
  }
  const table = length;
  const entries = starts.slice(1).map((start) => `${String(start).padStart(10, '0')} 00000 n \n`);
  const size = entries.length + 1;
  add(`xref\n0 ${size}\n0000000000 65535 f \n`, ...entries);
  add(`trailer\n<< /Size ${size} /Root ${CATALOG} 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  return Buffer.concat(parts);
};
