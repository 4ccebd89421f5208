/** The message of 410 `pictureReplaced`: another file lies under the name of the picture. */
export const PICTURE_REPLACED =
  'This picture is not the one that was uploaded, so it is not shown. Our staff look into it.';
