import { expect, test } from 'vitest';
import { faultsOf } from '#tests/support/publishedSchema.ts';

const components = { schemas: { Price: { type: 'integer', minimum: 1 } } };
const schema = {
  type: 'object',
  properties: {
    price: { $ref: '#/components/schemas/Price' },
    tags: { type: 'array', items: { type: 'string', maxLength: 3 }, maxItems: 2 },
    who: { anyOf: [{ type: 'string', pattern: '^a' }, { type: 'null' }] },
    more: { type: 'object', additionalProperties: { type: 'boolean' } },
  },
  required: ['price'],
  additionalProperties: false,
};

test.each([
  [{ price: 1, tags: ['a'], who: null, more: { any: true } }, []],
  [{ price: 0 }, ['$.price is below 1']],
  [{ price: 1.5 }, ['$.price is no integer']],
  [{}, ['$ lacks price']],
  [{ price: 1, secret: 'x' }, ['$ has secret, which nobody is told of']],
  [{ price: 1, tags: ['long!', 'b', 'c'] }, ['$.tags[0] is longer than 3', '$.tags has more than 2']],
  [{ price: 1, who: 'bert' }, ['$.who fits none of several']],
  [{ price: 1, more: { any: 'x' } }, ['$.more.any is no boolean']],
  [null, ['$ is no object']],
])('reports where %j differs from the document', (value, faults) => {
  expect(faultsOf(value, schema, components)).toEqual(faults);
});

test('reports an unknown keyword', () => {
  expect(() => faultsOf(1, { multipleOf: 2 }, {})).toThrow('multipleOf');
});
