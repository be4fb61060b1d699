import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ItemName } from './item-name.tsx';

test.each(['stacked', 'inline', 'title'] as const)('a %s name reads as the market writes it', (layout) => {
  const { container } = render(<ItemName name="AK-47 | Redline" exterior="Field-Tested" layout={layout} />);
  expect(container.textContent).toBe('AK-47 | Redline (Field-Tested)');
});

test('only the skin has the colour of the rarity', () => {
  const { getByText } = render(<ItemName name="AK-47 | Redline" exterior="Field-Tested" />);
  expect(getByText('AK-47').className).not.toContain('--r-text');
  expect(getByText('Redline').className).toContain('--r-text');
  expect(getByText('Field-Tested').className).toContain('text-fg-3');
});

test('a name without a skin is the weapon alone', () => {
  const { container } = render(<ItemName name="★ Karambit" />);
  expect(container.textContent).toBe('★ Karambit');
});
