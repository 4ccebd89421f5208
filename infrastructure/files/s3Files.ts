import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type Files, FilesRefused, FilesUnavailable } from '#application/ports/files.ts';
import type { S3Settings } from '../settings/config.ts';
import { isFileKey, isPublicKey } from './keys.ts';

const LINK_SECONDS = 5 * 60;
const FOR_EVER = 'public, max-age=31536000, immutable';

export type S3Files = Files & { close(): void };

/** What S3 says of the request is a fault of the settings, since keys are checked before; anything else, and its own faults, may pass. */
const failed = (error: unknown): unknown =>
  error instanceof S3ServiceException && (error.$metadata.httpStatusCode ?? 500) < 500 && error.name !== 'SlowDown'
    ? new FilesRefused(`${error.name}: ${error.message}`, { cause: error })
    : new FilesUnavailable(error instanceof Error ? error.name : 'unknown');

/**
 * Files in a bucket of S3, or of a store that speaks its protocol: `endpoint` is then addressed by path. Credentials come from
 * where Amazon's tools look for them (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the machine's role).
 */
export const openS3Files = ({ bucket, region, endpoint }: S3Settings, overrides: S3ClientConfig = {}): S3Files => {
  // Node 20 is supported by this version; its reminder of a later one is not for whoever runs the marketplace.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && {
      endpoint,
      forcePathStyle: true,
      // Stores other than Amazon's do not all know the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
    ...overrides,
  });
  const object = (key: string) => ({ Bucket: bucket, Key: key });

  return {
    put: async (key, content, contentType) => {
      if (!isFileKey(key)) throw new Error('not a file key');
      const params = { ...object(key), Body: content, ContentType: contentType };
      try {
        await new Upload({ client, params: { ...params, ...(isPublicKey(key) && { CacheControl: FOR_EVER }) } }).done();
      } catch (error) {
        throw failed(error);
      }
    },
    get: async (key) => {
      if (!isFileKey(key)) return undefined;
      try {
        const { Body, ContentType, ContentLength, ETag } = await client.send(new GetObjectCommand(object(key)));
        return {
          content: Body as Readable,
          contentType: ContentType ?? 'application/octet-stream',
          size: ContentLength ?? 0,
          etag: (ETag ?? '').replaceAll('"', ''),
        };
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw failed(error);
      }
    },
    remove: async (key) => {
      if (!isFileKey(key)) return;
      try {
        await client.send(new DeleteObjectCommand(object(key)));
      } catch (error) {
        if (!(error instanceof NoSuchKey)) throw failed(error);
      }
    },
    link: async (key) =>
      isFileKey(key)
        ? getSignedUrl(client, new GetObjectCommand({ ...object(key), ResponseContentDisposition: 'inline' }), {
            expiresIn: LINK_SECONDS,
          })
        : undefined,
    close: () => client.destroy(),
  };
};
