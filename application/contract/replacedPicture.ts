/** Of 410 `pictureReplaced`: what lies under its name is another file. */
export const PICTURE_REPLACED =
  'This picture is not the one that was uploaded, so it is not shown. Our staff look into it.';
