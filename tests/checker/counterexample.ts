/** How to come to what a law forbids: the shortest way there is. */
export type Counterexample = { law: string; what: string; way: string[] };

export const describe = ({ law, what, way }: Counterexample): string =>
  [`${law}: ${what}`, ...way.map((step, index) => `  ${index + 1}. ${step}`)].join('\n');
