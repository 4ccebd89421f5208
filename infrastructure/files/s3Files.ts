import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Files } from '#application/ports/files.ts';
import { isFileKey, isPublicKey } from './keys.ts';
import { failed } from './s3Failures.ts';
import { limitSilence } from './s3Silence.ts';

const LINK_SECONDS = 5 * 60;
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Short, because users are waiting, ms. */
const CONNECTS_WITHIN = 2_000;
const ANSWERS_WITHIN = 4_000;

export type S3Settings = {
  bucket: string;
  region: string;
  /** Undefined: AWS. Other stores use path-style addressing. */
  endpoint: string | undefined;
};

export type S3Files = Files & { close(): void };

type Overrides = S3ClientConfig & {
  /** Maximum silence of the store, ms; the total duration of a call is not limited. */
  answersWithin?: number;
};

/**
 * Files in S3 or a compatible store (`endpoint`, path-style). Credentials come from the usual AWS sources
 * (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the machine's role).
 */
export const openS3Files = (
  { bucket, region, endpoint }: S3Settings,
  { answersWithin = ANSWERS_WITHIN, ...overrides }: Overrides = {},
): S3Files => {
  // Hides the SDK's reminder to upgrade Node, which operators cannot act on.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && {
      endpoint,
      forcePathStyle: true,
      // Some compatible stores do not support the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
    // Some stores never send "100 Continue"; waiting for it would look like silence.
    expectContinueHeader: false,
    requestHandler: { connectionTimeout: CONNECTS_WITHIN, socketTimeout: answersWithin },
    ...overrides,
  });
  limitSilence(client, answersWithin);
  const object = (key: string) => ({ Bucket: bucket, Key: key });

  return {
    put: async (key, content, contentType) => {
      if (!isFileKey(key)) throw new Error('not a file key');
      const kept = isPublicKey(key) && { CacheControl: FOR_EVER };
      const params = { ...object(key), Body: content, ContentType: contentType, ...kept };
      try {
        if (content instanceof Readable) await new Upload({ client, params }).done();
        else await client.send(new PutObjectCommand(params));
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
