import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { visit } from '#testing/cases.tsx';
import { signInStaff } from '#testing/staff.ts';
import { stubServer } from '#testing/test-utils.tsx';
import { OpenedCases } from './admin-opened-cases.tsx';

beforeEach(() => signInStaff('finance'));

test('filters openings by the URL, and downloads with the same filter', async () => {
  const pagination = { totalResults: 0, resultsPerPage: 10, currentPage: 1 };
  const requests = stubServer({ 'GET /admin/getOpenedCases': { body: { data: [], pagination } } });
  visit('/admin/cases', <OpenedCases />, '/admin/cases?view=opened&username=ayse&caseName=Hive&to=2026-03-02');
  expect(await screen.findByText('No opened cases found.')).toBeTruthy();
  expect(requests[0]!.path).toBe('/admin/getOpenedCases?page=1&limit=25&username=ayse&to=2026-03-02&caseName=Hive');
  expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
    '/admin/downloadOpenedCases?username=ayse&to=2026-03-02&caseName=Hive',
  );
});
