import type { CaseItem, CaseDetails, WonItem } from '@karat/contract/cases';
import type { LiveDrop } from '@karat/contract/drops';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { Outlet, createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Toasts } from '#ui/toasts.tsx';

// Inside the router, as in the app, because a toast may have a link.
function WithToasts() {
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  );
}

/** Renders a page at a URL, in a router with history. */
export function visit(path: string, page: ReactElement, url: string) {
  const router = createMemoryRouter(
    [
      {
        element: <WithToasts />,
        children: [
          { path, element: page },
          { path: '*', element: null },
        ],
      },
    ],
    {
      initialEntries: [url],
    },
  );
  const view = render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { router, user: userEvent.setup(), ...view };
}

export const item = (id: number, overrides: Partial<CaseItem> = {}): CaseItem => ({
  id,
  parentItem: id,
  itemName: 'AK-47',
  skinName: `Skin ${id}`,
  image: `/img/skin/${id}-256.webp`,
  skinExterior: 'Factory New',
  skinRarity: 'Classified',
  weaponType: 'Rifle',
  price: 1_000 * id,
  min_price: 1_000 * id,
  quick_sell_price: 900 * id,
  market_hash_name: `AK-47 | Skin ${id} (Factory New)`,
  drop_rate: 7.25,
  ...overrides,
});

const items = [1, 2, 3, 4].map((id) => item(id));

export const exampleCase: CaseDetails = {
  id: 1,
  _id: 1,
  name: 'Hive',
  image: '/img/case/hive-256.webp',
  imgUrl: '/img/case/hive-256.webp',
  price: 1_000,
  createdAt: '2026-03-03T14:05:09.000Z',
  isPaused: false,
  hash: 'ab'.repeat(32),
  houseEdge: 7.5,
  withdrawalEdge: -2.775,
  version: 1,
  canon: '',
  expectedPayout: 925,
  items,
  contains: items,
};

export const reward = (id: number, itemId = 2): WonItem => ({
  id,
  market_hash_name: item(itemId).market_hash_name,
  parentItem: itemId,
  price: 900 * itemId,
});

export const drop = (id: number): LiveDrop => ({
  id,
  handle: `handle-of-drop-${String(id).padStart(7, '0')}`,
  username: `player_${id}`,
  isSandbox: false,
  avatar: '',
  caseName: 'Hive',
  market_hash_name: item(1).market_hash_name,
  image: item(1).image,
  skinRarity: item(1).skinRarity,
  price: 900,
  createdAt: '2026-03-03T14:05:09.000Z',
});
