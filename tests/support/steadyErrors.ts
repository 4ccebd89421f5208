/** User actions, and the events that signal them. */
const DONE_BY_PEOPLE = ['pointerdown', 'click', 'keydown', 'input', 'change', 'submit', 'drop', 'visibilitychange'];
const TOLD_TO_THE_WINDOW = ['popstate', 'focus', 'online', 'offline'];

type Shown = { words: string; doings: number; address: string };

const ALERT = '[role="alert"]';

const alertsOf = ({ type, target, addedNodes }: MutationRecord): Element[] =>
  [...(type === 'attributes' ? [target] : addedNodes)]
    .filter((node) => node instanceof Element)
    .flatMap((node) => [node, ...node.querySelectorAll(ALERT)]);

const address = (): string => location.pathname + location.search;

/**
 * Watches announced errors. The returned function stops and names errors that vanished without a user action or
 * navigation.
 */
export const watchErrors = (): (() => string[]) => {
  const gone: string[] = [];
  const shown = new Map<Element, Shown>();
  let doings = 0;
  const done = () => void doings++;

  const see = (element: Element) =>
    shown.set(element, { words: element.textContent ?? '', doings, address: address() });
  for (const element of document.querySelectorAll(ALERT)) see(element);

  /** Looks only at changes: a test makes hundreds, mostly elsewhere. */
  const look = (changes: readonly MutationRecord[]): void => {
    const there = new Set<Element>();
    for (const one of [...shown.keys(), ...changes.flatMap(alertsOf)])
      if (one.isConnected && one.matches(ALERT)) there.add(one);
    const words = new Set([...there].map(({ textContent }) => textContent));
    for (const [element, error] of shown) {
      if (there.has(element)) continue;
      shown.delete(element);
      if (error.doings === doings && error.address === address() && !words.has(error.words)) gone.push(error.words);
    }
    for (const element of there) if (!shown.has(element)) see(element);
  };

  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['role'] });
  for (const type of DONE_BY_PEOPLE) document.addEventListener(type, done, true);
  for (const type of TOLD_TO_THE_WINDOW) window.addEventListener(type, done, true);

  return () => {
    look(observer.takeRecords());
    observer.disconnect();
    for (const type of DONE_BY_PEOPLE) document.removeEventListener(type, done, true);
    for (const type of TOLD_TO_THE_WINDOW) window.removeEventListener(type, done, true);
    return gone;
  };
};
