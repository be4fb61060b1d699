import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { renderInApp } from '#testing/test-utils.tsx';
import { Modal } from './modal.tsx';
import { showToast, showTopToast } from './toast.ts';

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
