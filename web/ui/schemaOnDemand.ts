import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

/**
 * Validates a form with a contract schema. It loads, with zod, when the form is first touched (`near`, for
 * `onTouch`), at the latest on submit. If it cannot load, the form is sent unchecked: the server has the same rules.
 */
export const schemaOnDemand = <Values extends FieldValues, Sent>(load: () => Promise<z.ZodType<Sent, Values>>) => {
  const rulesOf = async () => {
    const [{ zodResolver }, { validationMessage }, schema] = await Promise.all([
      import('@hookform/resolvers/zod'),
      import('#application/contract/validationMessage.ts'),
      load(),
    ]);
    return zodResolver(schema, { error: validationMessage });
  };
  const rules = () => rulesOf().catch(() => undefined);
  const resolver: Resolver<Values, unknown, Sent> = async (values, context, options) =>
    (await rules())?.(values, context, options) ?? { values: values as Values & Sent, errors: {} };
  return { resolver, near: () => void rules() };
};
