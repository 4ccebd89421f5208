/** Copies of `application/contract/common.ts`, which would bring zod; a test keeps them equal. */
export const POSITION_HEADER = 'X-Position';
export const MIN_POSITION_HEADER = 'X-Min-Position';
export const COMMAND_ID_HEADER = 'X-Command-Id';
export const RECEIPT_HEADER = 'X-Receipt';
export const READ_ONLY_HEADER = 'X-Read-Only';
