import { pages } from '@karat/contract/pages';
import { useText } from '#i18n/i18n.ts';
import { useStaffText } from '#i18n/staff/staff-text.ts';
import { AdminRoomsList } from '#features/rooms/admin-rooms-list.tsx';
import { AdminGamesTab } from '#features/roulette/admin-games-tab.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { TabLinks } from '#ui/tab-links.tsx';
import { useUrlParams } from '#ui/url-params.ts';

/** The games of all players: rounds of roulette, or rooms. */
export function AdminGamesRoute() {
  const t = useText();
  const { params } = useUrlParams();
  if (params.get('view') !== 'rooms') return <AdminGamesTab tabs={<Views isRooms={false} />} />;
  return (
    <>
      <PageHeading title={t.admin.games} />
      <Views isRooms />
      <AdminRoomsList />
    </>
  );
}

function Views({ isRooms }: { isRooms: boolean }) {
  const { gameViews } = useStaffText();
  return (
    <div className="mb-4">
      <TabLinks
        label={gameViews.label}
        tabs={[
          { to: pages.adminGames, label: gameViews.rounds, isCurrent: !isRooms },
          { to: `${pages.adminGames}?view=rooms`, label: gameViews.rooms, isCurrent: isRooms },
        ]}
      />
    </div>
  );
}
