/** The message of 410 `pictureReplaced`: another file lies under the name of the picture. */
export const PICTURE_REPLACED =
  'This picture differs from the one that was uploaded, so we do not show it. Our staff are looking into it.';
