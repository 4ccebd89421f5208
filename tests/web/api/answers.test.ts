import { expect, test } from 'vitest';
import { ApiError } from '#web/api/ApiError.ts';
import { read } from '#web/api/answers.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

const failureOf = (action: () => unknown): ApiError => {
  try {
    action();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('it did not fail');
};

test('returns the JSON body for every status from 200 to 299 [D1-359]', () => {
  for (const status of [200, 201, 299]) {
    expect(read({ status, statusText: '', contentType: JSON_TYPE, text: '{"a":1}' }, 'x')).toEqual({ a: 1 });
  }
});

test('returns nothing for a 204 and a reply that is no JSON [D1-358]', () => {
  expect(read({ status: 204, statusText: 'No Content', contentType: null, text: '' }, 'x')).toBeUndefined();
  expect(read({ status: 200, statusText: 'OK', contentType: 'text/plain', text: 'done' }, 'x')).toBeUndefined();
});

test('takes the message of a failed reply from its JSON body [D1-419] [D2-324] [D2-325]', () => {
  const answer = { status: 409, statusText: 'Conflict', contentType: JSON_TYPE, text: '{"message":"Too late"}' };
  expect(failureOf(() => read(answer, 'x')).message).toBe('Too late');
  const silent = { ...answer, text: '{"code":"x"}' };
  expect(failureOf(() => read(silent, 'x')).message).toBe('API error: 409 Conflict');
  const blank = { ...answer, text: '{"message":""}' };
  expect(failureOf(() => read(blank, 'x')).message).toBe('API error: 409 Conflict');
});

test('gives an error its status, statusText, data and endpoint [D1-420]', () => {
  const answer = {
    status: 422,
    statusText: 'Unprocessable',
    contentType: JSON_TYPE,
    text: '{"message":"No","code":"c"}',
  };
  expect(failureOf(() => read(answer, 'listings/1'))).toMatchObject({
    status: 422,
    statusText: 'Unprocessable',
    data: { message: 'No', code: 'c' },
    endpoint: 'listings/1',
  });
});

test('describes a failed reply without JSON by its status [D1-421]', () => {
  const answer = { status: 502, statusText: 'Bad Gateway', contentType: 'text/html', text: '<h1>Bad</h1>' };
  expect(failureOf(() => read(answer, 'x')).message).toBe('Network response was not ok: 502 Bad Gateway');
  const broken = { ...answer, contentType: JSON_TYPE, text: '{"message":' };
  expect(failureOf(() => read(broken, 'x')).message).toBe('Network response was not ok: 502 Bad Gateway');
});
