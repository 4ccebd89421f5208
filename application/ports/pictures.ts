import { OutsideFailure } from './failures.ts';

/** More pictures wait than will be decoded soon. */
export class PicturesBusy extends OutsideFailure {
  override readonly name = 'PicturesBusy';
}

/** What decodes pictures died or hung over this one: it is not known whether it would again. */
export class PictureFailed extends OutsideFailure {
  override readonly name = 'PictureFailed';
}
