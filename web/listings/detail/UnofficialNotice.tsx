import { Icon } from '../../ui/Icon.tsx';

export const UNOFFICIAL_FRANCHISE = 'Unofficial 3D Printed Miniatures';

/** Shown for this franchise only. */
export const UnofficialNotice = ({ franchise }: { franchise: string }) =>
  franchise === UNOFFICIAL_FRANCHISE ? (
    <div className="notice">
      <Icon name="info" />
      <p>
        <b>Unofficial product.</b> This is a 3D printed or kitbashed item. It is not made, licensed or endorsed by any
        publisher of a game.
      </p>
    </div>
  ) : null;
