/** Stored files live under listings/{s3Key}/{file}; a key from elsewhere gets that prefix (document 1, section 3). */
export const fileUrl = (s3Key: string, file: string): string => {
  const folder = s3Key.startsWith('listings') ? s3Key : `listings/${s3Key}`;
  return `/files/${folder}/${file}`;
};
