import { expect, test } from 'vitest';
import { firstCalls } from '../web/tools/first-calls.ts';

test('lists the first calls of each page with the paths of the contract', () => {
  expect(firstCalls).toEqual({
    everywhere: '/auth/me?optional=1',
    pages: [
      [
        '^/$',
        [
          '/room/getActiveRooms',
          '/case/getAllCases?page=1&sort=lowest&limit=20',
          '/case/getLatestDrops',
          '/user/getWelcome',
        ],
      ],
      ['^/cases$', ['/case/getAllCases?page=1&sort=lowest&limit=20', '/case/getLatestDrops']],
      ['^/case/([^/]+)$', ['/user/getCaseByName/$1', '/case/getLatestDrops']],
      ['^/market$', ['/user/getMarketItems?page=1&limit=40&sort=newest']],
    ],
  });
});
