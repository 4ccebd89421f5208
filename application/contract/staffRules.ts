/** What is said of what staff write. Without zod, which the forms of the desks do without. */
export const RATIONALE_REQUIRED = 'A rationale is required';
export const REFERENCE_REQUIRED = 'A reference is required';
/** Of a bank transfer: it is told without the number of an account. */
export const NO_ACCOUNT_NUMBER = 'Please leave the account number out';
