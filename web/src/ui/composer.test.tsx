import { CHAT_LENGTH_MAX } from '@karat/rules/chat';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderInApp } from '#testing/test-utils.tsx';
import { Composer } from './composer.tsx';

const WARNING = 'Message is at the maximum length (250 characters).';

function renderComposer(disabledReasonId?: string) {
  const onSend = vi.fn();
  function ControlledComposer() {
    const [text, setText] = useState('');
    return (
      <Composer
        value={text}
        onChange={setText}
        onSend={onSend}
        {...(disabledReasonId !== undefined && { disabledReasonId })}
      />
    );
  }
  const view = renderInApp(<ControlledComposer />);
  return { ...view, onSend, input: screen.getByRole<HTMLTextAreaElement>('textbox') };
}

test('Enter sends the trimmed message and empties the input', async () => {
  const { user, onSend, input } = renderComposer();
  await user.type(input, '  gg, bıçak düştü!  {Enter}');
  expect(onSend.mock.calls).toEqual([['gg, bıçak düştü!']]);
  expect(input.value).toBe('');
});

test('the Send button sends the message', async () => {
  const { user, onSend, input } = renderComposer();
  await user.type(input, 'gl');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSend.mock.calls).toEqual([['gl']]);
});

test('Shift+Enter inserts a line break', async () => {
  const { user, onSend, input } = renderComposer();
  await user.type(input, 'a{Shift>}{Enter}{/Shift}b');
  expect(onSend).not.toHaveBeenCalled();
  expect(input.value).toBe('a\nb');
});

test('Enter that ends an IME composition sends nothing', async () => {
  const { user, onSend, input } = renderComposer();
  await user.type(input, 'a');
  fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 });
  expect(onSend).not.toHaveBeenCalled();
});

test.each(['', '   ', '\n \n'])('%j is not sent', async (text) => {
  const { user, onSend, input } = renderComposer();
  fireEvent.change(input, { target: { value: text } });
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSend).not.toHaveBeenCalled();
});

test('shows the warning at 250 characters and truncates longer text', () => {
  const { input } = renderComposer();
  fireEvent.change(input, { target: { value: 'x'.repeat(CHAT_LENGTH_MAX - 1) } });
  expect(screen.queryByText(WARNING)).toBeNull();
  fireEvent.change(input, { target: { value: 'x'.repeat(CHAT_LENGTH_MAX) } });
  expect(screen.getByText(WARNING)).toBeTruthy();
  fireEvent.change(input, { target: { value: 'x'.repeat(CHAT_LENGTH_MAX + 1) } });
  expect(input.value).toHaveLength(250);
});

test('disables the input and the button when a reason is given', () => {
  const { input } = renderComposer('reason');
  expect(input.disabled).toBe(true);
  expect(input.getAttribute('aria-describedby')).toBe('reason');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
});
