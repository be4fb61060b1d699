import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInApp } from '#testing/test-utils.tsx';
import { browser, reloadAndTell, useLeftMessage } from './reload.ts';

function Page() {
  useLeftMessage();
  return <p>The page</p>;
}

const known = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage')!;

/** As in a browser that is told to store nothing: to name it is refused already. */
function denyStorage(): void {
  const get = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get });
}

afterEach(() => Object.defineProperty(globalThis, 'sessionStorage', known));

test('what was done is told by the page that comes, once', async () => {
  const reload = vi.spyOn(browser, 'reload').mockImplementation(() => undefined);
  reloadAndTell('It is done.');
  expect(reload).toHaveBeenCalledOnce();
  const first = renderInApp(<Page />);
  expect(await screen.findByText('It is done.')).toBeTruthy();
  first.unmount();
  renderInApp(<Page />);
  expect(screen.queryByText('It is done.')).toBeNull();
});

test('where nothing may be stored the page is loaded anew all the same, once, and comes', () => {
  const reload = vi.spyOn(browser, 'reload').mockImplementation(() => undefined);
  reload.mockClear();
  denyStorage();
  reloadAndTell('It is done.');
  expect(reload).toHaveBeenCalledOnce();
  renderInApp(<Page />);
  expect(screen.getByText('The page')).toBeTruthy();
  expect(reload).toHaveBeenCalledOnce();
});
