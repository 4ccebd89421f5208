import type { Answer } from './answers.ts';
import { POSITION_HEADER, RECEIPT_HEADER } from './headers.ts';

/** 0 to 1. */
export type Progress = (share: number) => void;

type Sending = {
  url: string;
  headers: Headers;
  form: FormData;
  onProgress?: Progress | undefined;
  signal?: AbortSignal | undefined;
};

/** `fetch` reports no upload progress, so files use XMLHttpRequest. Undefined if no answer came. */
export const send = ({ url, headers, form, onProgress, signal }: Sending) =>
  new Promise<(Answer & { position: string | null; receipt: string | null }) | undefined>((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.withCredentials = true;
    headers.forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    };
    request.onload = () =>
      resolve({
        status: request.status,
        statusText: request.statusText,
        contentType: request.getResponseHeader('Content-Type'),
        text: request.responseText,
        position: request.getResponseHeader(POSITION_HEADER),
        receipt: request.getResponseHeader(RECEIPT_HEADER),
      });
    request.onerror = () => resolve(undefined);
    request.onabort = () => resolve(undefined);
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
