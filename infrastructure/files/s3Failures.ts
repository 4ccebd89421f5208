import { S3ServiceException } from '@aws-sdk/client-s3';
import { FilesRefused, FilesUnavailable } from '#application/ports/files.ts';

/** What it says of a request that it had to wait for, or of too many. */
const OF_THE_MOMENT = ['SlowDown', 'RequestTimeout'];
const STATUSES_OF_THE_MOMENT = [408, 429];

/** What S3 says of the request is a fault of the settings, since keys are checked before; anything else, and its own faults, may pass. */
export const isRefusal = (error: unknown): error is S3ServiceException => {
  if (!(error instanceof S3ServiceException)) return false;
  const status = error.$metadata.httpStatusCode ?? 500;
  return status < 500 && !OF_THE_MOMENT.includes(error.name) && !STATUSES_OF_THE_MOMENT.includes(status);
};

export const failed = (error: unknown): Error => {
  if (error instanceof FilesUnavailable) return error;
  return isRefusal(error)
    ? new FilesRefused(`${error.name}: ${error.message}`, { cause: error })
    : new FilesUnavailable(error instanceof Error ? error.name : 'unknown');
};
