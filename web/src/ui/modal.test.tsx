import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderInApp } from '#testing/test-utils.tsx';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <main tabIndex={-1}>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Modal isOpen={isOpen} onClose={() => setOpen(false)} title="A question">
        <Button>First</Button>
        <Button>Last</Button>
      </Modal>
    </main>
  );
}

async function open() {
  const view = renderInApp(<Page />);
  await view.user.click(screen.getByRole('button', { name: 'Open' }));
  return { ...view, modal: screen.getByRole('dialog', { name: 'A question' }) };
}

test.each([
  ['Esc', ({ user }: Awaited<ReturnType<typeof open>>) => user.keyboard('{Escape}')],
  ['the x', ({ user }: Awaited<ReturnType<typeof open>>) => user.click(screen.getByRole('button', { name: 'Close' }))],
  [
    'the backdrop',
    ({ user }: Awaited<ReturnType<typeof open>>) => user.click(document.querySelector('.motion-backdrop')!),
  ],
])('%s closes it and returns the focus to what opened it', async (_, close) => {
  const view = await open();
  expect(view.modal.contains(document.activeElement)).toBe(true);
  await close(view);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }));
});

test('the focus stays inside', async () => {
  const { user, modal } = await open();
  for (let presses = 0; presses < 6; presses++) {
    await user.tab();
    expect(modal.contains(document.activeElement)).toBe(true);
  }
});

test('the page behind is hidden from screen readers', async () => {
  await open();
  expect(screen.queryByRole('button', { name: 'Open' })).toBeNull();
});
