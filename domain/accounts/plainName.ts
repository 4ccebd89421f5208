/** Case and outer spaces make no difference, nor do other signs for the same character: one account per email and per username. */
export const plainName = (name: string): string => name.trim().normalize('NFKC').toLowerCase();
