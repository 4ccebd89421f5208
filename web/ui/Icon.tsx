import { ICONS, type IconName } from './icons.ts';

/** Always beside a word or in a labelled control, so hidden from screen readers. */
export const Icon = ({ name, className = 'icon' }: { name: IconName; className?: string }) => (
  <svg className={className} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={ICONS[name]} />
  </svg>
);
