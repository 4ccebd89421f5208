import { vi } from 'vitest';

/** Routes XMLHttpRequest uploads through `fetch`, so that one stub serves both. */
class UploadByFetch {
  upload = {};
  status = 0;
  statusText = '';
  responseText = '';
  onload: () => void = () => undefined;
  onerror: () => void = () => undefined;
  #url = '';
  #method = '';
  #sent = new Headers();
  #received = new Headers();

  open(method: string, url: string) {
    this.#method = method;
    this.#url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.#sent.set(name, value);
  }
  getResponseHeader(name: string) {
    return this.#received.get(name);
  }
  abort() {
    throw new Error('nothing is given up in these tests');
  }
  async send(body: FormData) {
    try {
      const response = await fetch(this.#url, { method: this.#method, headers: this.#sent, body });
      this.#received = response.headers;
      this.status = response.status;
      this.statusText = response.statusText;
      this.responseText = await response.text();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return this.onerror();
    }
    this.onload();
  }
}

export const uploadByFetch = (): void => {
  vi.stubGlobal('XMLHttpRequest', UploadByFetch);
};
