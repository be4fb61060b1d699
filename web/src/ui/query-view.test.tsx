import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { ApiRefusal } from '#core/api.ts';
import { renderInApp } from '#testing/test-utils.tsx';
import { QueryView } from './query-view.tsx';

type Answer = () => Promise<string>;
const missing: Answer = () => Promise.reject(new ApiRefusal({ code: 'not_found', message: 'Not found.' }, 404));
const unanswered: Answer = () => new Promise(() => undefined);

let answer: Answer = unanswered;

function Page({ name }: { name: string }) {
  const query = useQuery({ queryKey: ['page', name], queryFn: () => answer() });
  return (
    <>
      <button type="button" onClick={() => void query.refetch()}>
        Ask again
      </button>
      <QueryView query={query} loading="On its way" notFound="No such thing">
        {(data) => data}
      </QueryView>
    </>
  );
}

test('keeps showing "not found" during a refetch', async () => {
  answer = missing;
  const { user } = renderInApp(<Page name="one" />);
  expect(await screen.findByText('No such thing')).toBeTruthy();
  answer = unanswered;
  await user.click(screen.getByRole('button', { name: 'Ask again' }));
  expect(screen.getByText('No such thing')).toBeTruthy();
});

test('shows the data if a refetch finds it', async () => {
  answer = missing;
  const { user } = renderInApp(<Page name="two" />);
  expect(await screen.findByText('No such thing')).toBeTruthy();
  answer = () => Promise.resolve('Here it is');
  await user.click(screen.getByRole('button', { name: 'Ask again' }));
  expect(await screen.findByText('Here it is')).toBeTruthy();
});

test('shows the loading state for another query after a "not found"', async () => {
  answer = missing;
  const { user } = renderInApp(<Pages />);
  expect(await screen.findByText('No such thing')).toBeTruthy();
  answer = unanswered;
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('On its way')).toBeTruthy();
});

function Pages() {
  const [name, setName] = useState('three');
  return (
    <>
      <button type="button" onClick={() => setName('four')}>
        Next
      </button>
      <Page name={name} />
    </>
  );
}
