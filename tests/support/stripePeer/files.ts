import { createHash } from 'node:crypto';

export type UploadedFile = { name: string; type: string; content: Buffer };
/** The parameters of a request as text, and the file of a multipart one. */
export type Body = { sent: URLSearchParams; file?: UploadedFile };

/** A multipart body; its boundary differs in each try, so it is no part of what was sent. */
export const bodyOf = async (raw: Buffer, contentType = ''): Promise<Body> => {
  if (!contentType.startsWith('multipart/form-data')) return { sent: new URLSearchParams(raw.toString()) };
  const form = await new Response(new Uint8Array(raw), { headers: { 'Content-Type': contentType } }).formData();
  const sent = new URLSearchParams();
  let file: UploadedFile | undefined;
  for (const [name, value] of form) {
    if (typeof value === 'string') {
      sent.set(name, value);
      continue;
    }
    const content = Buffer.from(await value.arrayBuffer());
    file = { name: value.name, type: value.type, content };
    sent.set(name, `${value.name} ${createHash('sha256').update(content).digest('hex')}`);
  }
  return { sent, ...(file && { file }) };
};

const STARTS: Readonly<Record<string, Buffer>> = {
  jpg: Buffer.from([0xff, 0xd8, 0xff]),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47]),
  pdf: Buffer.from('%PDF-'),
};

/** By content. Undefined: not a type that Stripe takes as evidence. */
export const typeOf = ({ content }: UploadedFile): string | undefined =>
  Object.keys(STARTS).find((type) => content.subarray(0, STARTS[type]!.length).equals(STARTS[type]!));
