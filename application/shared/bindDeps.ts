type TakesDeps = (...given: never[]) => unknown;

type DepsOf<Function> = Function extends (...given: [...infer _Given, infer Deps]) => unknown ? Deps : never;

type Bound<Function> = Function extends (...given: [...infer Given, infer _Deps]) => infer Answer
  ? (...given: Given) => Answer
  : never;

type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Binds functions to their last parameter, the dependencies, so that callers pass only the rest. */
export const bindDeps = <Functions extends Record<string, TakesDeps>>(
  deps: AllOf<DepsOf<Functions[keyof Functions]>>,
  functions: Functions,
): { [Name in keyof Functions]: Bound<Functions[Name]> } => {
  const bind = ([name, call]: [string, TakesDeps]) => [name, (...given: never[]) => call(...given, deps as never)];
  return Object.fromEntries(Object.entries(functions).map(bind));
};
