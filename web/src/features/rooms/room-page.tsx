import { pages } from '@karat/contract/pages';
import { useText } from '#i18n/i18n.ts';
import { NotFoundView } from '#ui/views.tsx';

/** No room is open yet, so none can be found. */
export function RoomPage() {
  const { room } = useText();
  return <NotFoundView title={room.missing} text={room.missingHint} wayBack={{ to: pages.home, label: room.goBack }} />;
}
