import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import { ROOM_PHASES, ROOMS_CSV_PATH, type StaffRoom } from '@karat/contract/rooms';
import { useQuery } from '@tanstack/react-query';
import { Swords } from 'lucide-react';
import { Link } from 'react-router';
import { useText } from '#i18n/i18n.ts';
import { AdminPager } from '#ui/admin-pager.tsx';
import { ListFilters } from '#ui/admin-list-filters.tsx';
import { ChoiceMenu } from '#ui/choice-menu.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { Dimmed } from '#ui/dimmed.tsx';
import { textLinkClass } from '#ui/link-class.ts';
import { QueryView } from '#ui/query-view.tsx';
import { RedirectToLastPage } from '#ui/redirect-to-last-page.tsx';
import { useUrlParams } from '#ui/url-params.ts';
import { EmptyView } from '#ui/views.tsx';
import { allRoomsQuery, roomsFilterOf } from './admin-queries.ts';
import type { AdminCatalogue } from './words/admin-mixed.ts';
import { useAdminText } from './words/admin-text.ts';

const ANY = 'any';

/** Active and ended rooms, filtered by state, player and day. */
export function AdminRoomsList() {
  const t = useText();
  const words = useAdminText();
  const urlParams = useUrlParams();
  const filter = roomsFilterOf(urlParams.params);
  const query = useQuery(allRoomsQuery(filter, urlParams.params));
  return (
    <>
      <ListFilters filter={filter} urlParams={urlParams} csv={{ path: ROOMS_CSV_PATH, filter }}>
        <div className="col-span-2 grid sm:w-44">
          <ChoiceMenu
            label={words.phase}
            value={filter.phase ?? ANY}
            choices={[
              { value: ANY, label: t.stock.any },
              ...ROOM_PHASES.map((value) => ({ value, label: words.phases[value] })),
            ]}
            isActive={filter.phase !== undefined}
            onChoose={(chosen) => urlParams.go({ phase: chosen === ANY ? undefined : chosen })}
          />
        </div>
      </ListFilters>
      <QueryView query={query} errorTitle={words.failed}>
        {({ data, pagination }) =>
          data.length > 0 ? (
            <Dimmed isOld={query.isPlaceholderData}>
              <p className="mb-2 text-xs text-fg-3">{words.found(pagination.totalResults)}</p>
              <div className="surface overflow-x-auto max-sm:border-0 max-sm:bg-none">
                <DataTable label={words.title} columns={columnsOf(words)} rows={data} rowKey={({ id }) => id} />
              </div>
              <AdminPager pagination={pagination} urlParams={urlParams} />
            </Dimmed>
          ) : pagination.totalResults > 0 ? (
            <RedirectToLastPage pagination={pagination} />
          ) : (
            <EmptyView icon={Swords} title={words.none} text={words.noneHint} />
          )
        }
      </QueryView>
    </>
  );
}

function columnsOf(words: AdminCatalogue): Column<StaffRoom>[] {
  return [
    {
      key: 'room',
      label: words.room,
      renderCell: ({ id }) => (
        <Link to={fillPath(pages.room, { roomId: id })} className={`font-semibold ${textLinkClass}`}>
          #{id}
        </Link>
      ),
    },
    {
      key: 'state',
      label: words.phase,
      renderCell: ({ state }) => <span className="whitespace-nowrap">{words.states[state]}</span>,
    },
    { key: 'players', label: words.players, renderCell: ({ players }) => <bdi>{players === '' ? '–' : players}</bdi> },
    {
      key: 'map',
      label: words.map,
      renderCell: ({ map, playerCount }) => <span className="whitespace-nowrap">{`${map} · ${playerCount}`}</span>,
    },
    {
      key: 'price',
      label: words.price,
      align: 'right',
      renderCell: ({ ticketPrice }) => <Diamonds amount={ticketPrice} />,
    },
    {
      key: 'created',
      label: words.created,
      align: 'right',
      renderCell: ({ createdAt }) => (
        <time dateTime={createdAt} className="whitespace-nowrap">
          {formatAdminTime(createdAt)}
        </time>
      ),
    },
  ];
}
