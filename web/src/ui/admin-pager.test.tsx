import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { visit } from '#testing/cases.tsx';
import { AdminPager } from './admin-pager.tsx';
import { useUrlParams } from './url-params.ts';

function List({ total }: { total: number }) {
  const urlParams = useUrlParams();
  const resultsPerPage = urlParams.params.get('rows') === '100' ? 100 : 25;
  const pagination = { totalResults: total, resultsPerPage, currentPage: Number(urlParams.params.get('page') ?? 1) };
  return <AdminPager pagination={pagination} urlParams={urlParams} hash="#list" />;
}

const open = (total: number, url = '/list') => visit('/list', <List total={total} />, url);
const rows = () => screen.queryByRole('navigation', { name: 'Rows per page' });

test('offers 25 or 100 rows, kept in the URL with the other filters', async () => {
  const { user, router } = open(260, '/list?username=kaan&page=3');
  expect(screen.getByRole('link', { name: '25' }).getAttribute('aria-current')).toBe('true');
  await user.click(screen.getByRole('link', { name: '100' }));
  expect(router.state.location.search + router.state.location.hash).toBe('?username=kaan&rows=100#list');
  expect(screen.getByRole('link', { name: '100' }).getAttribute('aria-current')).toBe('true');
  await user.click(screen.getByRole('link', { name: 'Page 3' }));
  expect(router.state.location.search).toBe('?username=kaan&rows=100&page=3');
  await user.click(screen.getByRole('link', { name: '25' }));
  expect(router.state.location.search).toBe('?username=kaan');
});

test('offers no choice for a list that fits', () => {
  open(25);
  expect(rows()).toBeNull();
  open(26);
  expect(rows()).not.toBeNull();
});
