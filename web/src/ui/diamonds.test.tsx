import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Diamonds } from './diamonds.tsx';

test('an amount has the sign of the diamond before it, and its name for those who do not see the sign', () => {
  render(<Diamonds amount={1_234_567} />);
  const shown = screen.getByText('1.234.567').parentElement!;
  expect(shown.firstElementChild?.tagName).toBe('svg');
  expect(screen.getByText('1.234.567 diamonds')).toBeTruthy();
});
