import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInApp } from '#testing/test-utils.tsx';
import { browser, reloadWithToast, useToastAfterReload } from './reload.ts';

function Page() {
  useToastAfterReload();
  return <p>The page</p>;
}

const known = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage')!;

/** Simulates a browser that blocks storage: even access throws. */
function denyStorage(): void {
  const get = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get });
}

afterEach(() => Object.defineProperty(globalThis, 'sessionStorage', known));

test('shows the message once on the reloaded page', async () => {
  const reload = vi.spyOn(browser, 'reload').mockImplementation(() => undefined);
  reloadWithToast('It is done.');
  expect(reload).toHaveBeenCalledOnce();
  const first = renderInApp(<Page />);
  expect(await screen.findByText('It is done.')).toBeTruthy();
  first.unmount();
  renderInApp(<Page />);
  expect(screen.queryByText('It is done.')).toBeNull();
});

test('reloads only once without storage', () => {
  const reload = vi.spyOn(browser, 'reload').mockImplementation(() => undefined);
  reload.mockClear();
  denyStorage();
  reloadWithToast('It is done.');
  expect(reload).toHaveBeenCalledOnce();
  renderInApp(<Page />);
  expect(screen.getByText('The page')).toBeTruthy();
  expect(reload).toHaveBeenCalledOnce();
});
