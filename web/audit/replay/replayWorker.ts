import { type Answered, type Asked, openAnswers } from './protocol.ts';

/** The part of a worker's scope used here: the page's types lack it. */
declare const self: {
  addEventListener(type: 'message', listener: (event: { data: Asked }) => void): void;
  postMessage(message: Answered): void;
};

const answerTo = openAnswers();

self.addEventListener('message', ({ data: { id, question } }) => {
  try {
    self.postMessage({ id, answer: answerTo(question) });
  } catch (error) {
    self.postMessage({ id, failed: String(error) });
  }
});
