// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { Link, type LinkProps } from '#web/ui/Link.tsx';

afterEach(cleanup);

const Place = () => {
  const { pathname, state } = useLocation();
  return <output>{`${pathname} ${JSON.stringify(state)}`}</output>;
};

const link = (props: Partial<LinkProps> = {}) => {
  render(
    <MemoryRouter initialEntries={['/here']}>
      <Link to="/there" {...props}>
        There
      </Link>
      <Place />
    </MemoryRouter>,
  );
  return screen.getByRole('link', { name: 'There' });
};

const place = () => screen.getByRole('status').textContent;

/** False if the page handles the press and the browser does nothing. */
const press = (anchor: HTMLElement, keys: object = {}) => fireEvent.click(anchor, { button: 0, ...keys });

test('navigates within the page and passes its state', () => {
  const there = link({ state: { from: 'here' } });
  expect(there.getAttribute('href')).toBe('/there');
  expect(press(there)).toBe(false);
  expect(place()).toBe('/there {"from":"here"}');
});

test.each([
  ['with Ctrl', {}, { ctrlKey: true }],
  ['with the middle button', {}, { button: 1 }],
  ['of a link to a new tab', { target: '_blank' }, {}],
])('leaves a press %s to the browser', (_, props, keys) => {
  // keep the test document from navigating
  const left: boolean[] = [];
  const stop = (event: Event) => {
    left.push(!event.defaultPrevented);
    event.preventDefault();
  };
  document.addEventListener('click', stop, { once: true });
  press(link(props), keys);
  expect(left).toEqual([true]);
  expect(place()).toBe('/here null');
});

test('lets the pressed element prevent the navigation', () => {
  press(link({ onClick: (event) => event.preventDefault() }));
  expect(place()).toBe('/here null');
});
