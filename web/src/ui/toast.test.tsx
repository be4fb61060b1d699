import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { dispatch } from '#core/socket.ts';
import { renderInApp } from '#testing/test-utils.tsx';
import { Modal } from './modal.tsx';
import { showActionToast, showToast, showTopToast } from './toast.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['of the layout', showToast, 'bottom-left', '3000ms'],
  ['of the top bar', showTopToast, 'top-right', '5000ms'],
] as const)('a toast %s has the place and duration of the specification', async (_, show, position, lasts) => {
  renderInApp(null);
  show('success', `Seen at ${position}`);
  const shown = (await screen.findByText(`Seen at ${position}`)).closest('.Toastify__toast')!;
  expect(shown.closest('.Toastify__toast-container')?.classList).toContain(`Toastify__toast-container--${position}`);
  // The progress bar shows the remaining time, and its end closes the toast.
  expect(shown.querySelector<HTMLElement>('.Toastify__progress-bar')?.style.animationDuration).toBe(lasts);
});

test('shows the same text only once', async () => {
  renderInApp(null);
  for (let press = 0; press < 3; press++) showToast('error', 'Shown once');
  showToast('success', 'Another text');
  expect(await screen.findByText('Another text')).toBeTruthy();
  expect(screen.getAllByText('Shown once')).toHaveLength(1);
});

test.each([
  ['on a phone', true],
  ['on a wide screen', false],
])('a message replaces the one before only %s, and neither an error nor a toast with a button', async (_, isPhone) => {
  vi.stubGlobal('matchMedia', (media: string) => ({ matches: isPhone && media === '(width < 48rem)' }));
  renderInApp(null);
  const name = (text: string) => `${text} ${isPhone ? 'phone' : 'wide'}`;
  showToast('error', name('Error'));
  showActionToast('success', name('Offer'), { label: 'Take it', to: '/missions' });
  showToast('success', name('First'));
  await screen.findByText(name('First'));
  showToast('success', name('Second'));
  await screen.findByText(name('Second'));
  // The exit animation does not end here, so a replaced toast is only marked as leaving.
  const isLeaving = (text: string) =>
    screen.getByText(name(text)).closest('.Toastify__toast')!.className.includes('slide-exit');
  await waitFor(() => expect(isLeaving('First')).toBe(isPhone));
  expect(['Error', 'Offer', 'Second'].map(isLeaving)).toEqual([false, false, false]);
});

test('a toast replaces the last one of its group, and its link closes it', async () => {
  const { user } = renderInApp(null);
  const leaving = (text: string) => screen.getByText(text).closest('.Toastify__toast')!.className;
  showActionToast('success', 'One ready', { label: 'Take', to: '/missions', group: 'ready' });
  await screen.findByText('One ready');
  showActionToast('success', 'Two ready', { label: 'Take both', to: '/missions', group: 'ready' });
  const link = await screen.findByRole('link', { name: 'Take both' });
  expect(link.getAttribute('href')).toBe('/missions');
  await waitFor(() => expect(leaving('One ready')).toContain('slide-exit'));
  await user.click(link);
  await waitFor(() => expect(leaving('Two ready')).toContain('slide-exit'));
});

test('a toast over an open dialog is not hidden with the page behind it', async () => {
  const { user } = renderInApp(
    <Modal isOpen title="Over the page" onClose={() => undefined}>
      <button type="button" onClick={() => showToast('error', 'Over the dialog')}>
        Show
      </button>
    </Modal>,
  );
  await user.click(await screen.findByRole('button', { name: 'Show' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Over the dialog');
});

test('the message of an ERROR is shown as an alert', async () => {
  renderInApp(null);
  dispatch('ERROR', { message: 'Not so fast.', code: 'too_many' });
  expect((await screen.findByText('Not so fast.')).closest('[role=alert]')).not.toBeNull();
});

test('a toast with a button stays longer, runs its action once, and closes when that is done', async () => {
  const answer = Promise.withResolvers<void>();
  let runs = 0;
  const { user } = renderInApp(null);
  const run = () => {
    runs++;
    return answer.promise;
  };
  showActionToast('success', 'Something is ready', { label: 'Take it', run });
  const text = await screen.findByText('Something is ready');
  const progress = text.closest('.Toastify__toast')!.querySelector<HTMLElement>('.Toastify__progress-bar');
  expect(progress?.style.animationDuration).toBe('10000ms');
  await user.click(text);
  expect(screen.getByText('Something is ready')).toBeTruthy();
  await user.dblClick(screen.getByRole('button', { name: 'Take it' }));
  expect(runs).toBe(1);
  expect(screen.getByRole('button', { name: 'Take it' }).getAttribute('aria-busy')).toBe('true');
  await act(async () => answer.resolve());
  // Its exit animation does not end here, so the toast is only marked as leaving.
  await waitFor(() => expect(text.closest('.Toastify__toast')!.className).toContain('slide-exit'));
});

test('a toast with the keyboard focus stays, also after the mouse was over it', async () => {
  const { user } = renderInApp(null);
  showActionToast('success', 'Waits for you', { label: 'Look at it', to: '/missions' });
  const link = await screen.findByRole('link', { name: 'Look at it' });
  const shown = link.closest('.Toastify__toast')!;
  const state = () => shown.querySelector<HTMLElement>('.Toastify__progress-bar')?.style.animationPlayState;
  act(() => link.focus());
  expect(state()).toBe('paused');
  await user.hover(shown);
  await user.unhover(shown);
  expect(state()).toBe('paused');
  act(() => link.blur());
  expect(state()).toBe('running');
});
