/** Moves the focus by the items of a list, from the focused one. `target`: what takes the focus in an item. */
export const stepThrough = (item: string, target: string, by: 1 | -1): void => {
  const items = [...document.querySelectorAll<HTMLElement>(item)].filter((one) => one.querySelector(target));
  const at = items.findIndex((one) => one.contains(document.activeElement));
  const next = at < 0 ? items.at(by > 0 ? 0 : -1) : items[at + by];
  next?.querySelector<HTMLElement>(target)?.focus();
  next?.scrollIntoView({ block: 'nearest' });
};
