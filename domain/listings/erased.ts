/** What stands in the place of a seller's words once their account is erased. */
export const ERASED = { title: '[erased]', description: '[erased]' };
