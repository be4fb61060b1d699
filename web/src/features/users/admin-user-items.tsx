import type { OwnedItem } from '@karat/contract/inventory';
import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { AdminColumn } from '#ui/admin-table.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { userItemsQuery } from './admin-queries.ts';
import { UserList, useListPage } from './admin-user-list.tsx';
import { LabelledValue, numberClass, rowsLinkClass, UserRows } from './admin-user-rows.tsx';
import type { AdminCatalogue } from './words/admin-mixed.ts';
import { useAdminText } from './words/admin-text.ts';

/** The items that a user owns, each linked to the roll or the market page. */
export function UserItems({ id }: { id: number }) {
  const { users } = useAdminText();
  const { page, toPage } = useListPage('items');
  const query = useQuery(userItemsQuery(id, page));
  return (
    <UserList name="items" title={users.items} none={users.noItems} query={query} toPage={toPage}>
      {(items) => <UserRows label={users.items} columns={columnsOf(users)} rows={items} rowKey={(item) => item.id} />}
    </UserList>
  );
}

function columnsOf(users: AdminCatalogue['users']): AdminColumn<OwnedItem>[] {
  return [
    {
      key: 'item',
      label: users.item,
      cellClass: '@max-xl:col-start-1 @max-xl:row-start-1',
      renderCell: ({ parentItemDetails: { id, market_hash_name: name } }) => (
        <Link to={fillPath(pages.marketItem, { itemId: id })} className={`${rowsLinkClass} whitespace-normal`}>
          {name}
        </Link>
      ),
    },
    {
      key: 'state',
      label: users.state,
      cellClass: 'text-fg-2 @max-xl:col-start-1 @max-xl:row-start-2 @max-xl:text-xs',
      renderCell: ({ state }) => users.itemStates[state],
    },
    {
      key: 'since',
      label: users.ownedSince,
      cellClass:
        'whitespace-nowrap text-fg-2 tabular-nums @max-xl:col-start-2 @max-xl:row-start-2 @max-xl:text-right @max-xl:text-xs @max-xl:text-fg-3',
      renderCell: ({ createdAt }) => <time dateTime={createdAt}>{formatAdminTime(createdAt)}</time>,
    },
    {
      key: 'value',
      label: users.itemValue,
      isNumber: true,
      cellClass: `${numberClass} @max-xl:col-start-2 @max-xl:row-start-1`,
      renderCell: ({ price }) => (
        <LabelledValue name={users.itemValue}>
          <Diamonds amount={price} />
        </LabelledValue>
      ),
    },
  ];
}
