import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderInApp } from '#testing/test-utils.tsx';
import { ShareButton } from './share-button.tsx';

const share = <ShareButton path="/share/drop/x" title="AK-47" />;
const URL_SHARED = 'http://localhost:3000/share/drop/x';

function onPhone(answer: () => Promise<void>) {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media === '(pointer: coarse)',
    media,
    addEventListener() {},
    removeEventListener() {},
  }));
  const dialog = vi.fn(answer);
  Object.defineProperty(navigator, 'share', { value: dialog, configurable: true });
  return dialog;
}

test('copies the absolute link and confirms it', async () => {
  const { user } = renderInApp(share);
  await user.click(screen.getByRole('button', { name: 'Share' }));
  expect(await screen.findByText('Link copied.')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(URL_SHARED);
});

test('opens the dialog of a phone, and accepts that it is closed', async () => {
  const dialog = onPhone(() => Promise.reject(new DOMException('closed', 'AbortError')));
  const { user } = renderInApp(share);
  await user.click(screen.getByRole('button', { name: 'Share' }));
  expect(dialog).toHaveBeenCalledWith({ title: 'AK-47', url: URL_SHARED });
  expect(screen.queryByText('The link could not be copied.')).toBeNull();
});

test('says that sharing failed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onPhone(() => Promise.reject(new Error('no')));
  const { user } = renderInApp(share);
  await user.click(screen.getByRole('button', { name: 'Share' }));
  expect(await screen.findByText('The link could not be copied.')).toBeTruthy();
});
