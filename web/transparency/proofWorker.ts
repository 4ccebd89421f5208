import { type StoredHistory, type VerifiedHistory, verifyStored } from './storedHistory.ts';

/** The part of a worker's scope used here: the page's types lack it. */
declare const self: {
  addEventListener(type: 'message', listener: (event: { data: StoredHistory }) => void): void;
  postMessage(message: VerifiedHistory): void;
};

// an error here is one of the worker, which the page hears
self.addEventListener('message', ({ data }) => self.postMessage(verifyStored(data)));
