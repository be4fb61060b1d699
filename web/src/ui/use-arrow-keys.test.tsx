import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useArrowKeys } from './use-arrow-keys.ts';

function Row({ names }: { names: readonly string[] }) {
  return (
    <>
      <ul {...useArrowKeys<HTMLUListElement>()}>
        {names.map((name) => (
          <li key={name}>
            <a href={`#${name}`}>{name}</a>
          </li>
        ))}
      </ul>
      <button type="button">after</button>
    </>
  );
}

const focused = () => document.activeElement?.textContent;

function setup(names: readonly string[]) {
  const { rerender } = render(<Row names={names} />);
  return { user: userEvent.setup(), change: (next: readonly string[]) => rerender(<Row names={next} />) };
}

test('moves between the links with the arrow keys, Home and End', async () => {
  const { user } = setup(['a', 'b', 'c']);
  await user.tab();
  expect(focused()).toBe('a');
  for (const [key, name] of [
    ['ArrowLeft', 'a'],
    ['ArrowRight', 'b'],
    ['End', 'c'],
    ['ArrowRight', 'c'],
    ['ArrowLeft', 'b'],
    ['Home', 'a'],
  ] as const) {
    await user.keyboard(`{${key}}`);
    expect(focused()).toBe(name);
  }
});

test('is one tab stop, which remembers the link', async () => {
  const { user } = setup(['a', 'b', 'c']);
  await user.tab();
  await user.keyboard('{ArrowRight}');
  await user.tab();
  expect(focused()).toBe('after');
  await user.tab({ shift: true });
  expect(focused()).toBe('b');
});

test('leaves the keys with a modifier to the browser', async () => {
  const { user } = setup(['a', 'b']);
  await user.tab();
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  expect(focused()).toBe('a');
});

test('a new link takes neither the focus nor, while another has it, the tab stop', async () => {
  const { user, change } = setup(['a', 'b']);
  await user.tab();
  change(['new', 'a', 'b']);
  expect(focused()).toBe('a');
  expect(screen.getAllByRole('link').map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1]);
});

test('moves the focus to the last link if the focused one is removed', async () => {
  const { user, change } = setup(['a', 'b', 'c']);
  await user.tab();
  await user.keyboard('{End}');
  change(['new', 'a', 'b']);
  expect(focused()).toBe('b');
});

test('does not take the focus back after it has left', async () => {
  const { user, change } = setup(['a', 'b', 'c']);
  await user.tab();
  await user.keyboard('{End}');
  act(() => (document.activeElement as HTMLElement).blur());
  change(['new', 'a', 'b']);
  expect(document.activeElement).toBe(document.body);
  await user.tab();
  expect(focused()).toBe('new');
});
