import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Diamonds } from './diamonds.tsx';

test('an amount has the diamond icon before it, and the word for screen readers', () => {
  render(<Diamonds amount={1_234_567} />);
  const shown = screen.getByText('1.234.567').parentElement!;
  expect(shown.firstElementChild?.tagName).toBe('svg');
  expect(screen.getByText('1.234.567 diamonds')).toBeTruthy();
});
