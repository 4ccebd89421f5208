import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

/**
 * A schema of the contract as the rules of a form. It comes, and zod with it, when the form is first touched (`near`, for its
 * `onTouch`), at the latest when it is sent. The server has the same rules, so a form whose rules cannot be had is sent as it is.
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
