import type { Room, Seat } from '@karat/contract/rooms';
import { type Team, isActive } from '@karat/rules/rooms';
import { Bot, Check, X } from 'lucide-react';
import { openAuth } from '#core/modals.ts';
import { useSession, useSteamSignIn } from '#core/session.ts';
import { SwitchNotice, useIsOff } from '#features/switches/switches.tsx';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { MatchEndActions } from './match-end-actions.tsx';
import { isFull, isReservedForOthers } from './room-state.ts';
import type { useReady } from './use-ready.ts';
import type { SeatActions } from './use-seat-actions.ts';
import { useLobbyText } from './words/lobby-text.ts';
import { useRoomText } from './words/room-text.ts';

type RoomActionsProps = {
  room: Room;
  own: Seat | undefined;
  ready: ReturnType<typeof useReady>;
  actions: SeatActions;
  onJoin: (team: Team | undefined) => void;
  onLeave: () => void;
};

/** The player's actions; on a phone at the lower edge, above the menu. */
export function RoomActions(props: RoomActionsProps) {
  const { state } = props.room;
  // Spectators have no action while a match starts, and no player has one while it is played.
  const hasBar = state !== 'MATCH_ONGOING' && (state !== 'MATCH_STARTING' || props.own !== undefined);
  return (
    <>
      {/* On a wide screen the row keeps its height without actions, so that nothing below it moves. */}
      <div className="room-actions contents lg:mt-3 lg:flex lg:min-h-13 lg:items-center lg:justify-center lg:gap-3">
        {hasBar ? <ActionBar {...props} /> : <BarPlace />}
      </div>
      {state === 'WAITING' && props.own && <SandboxAction {...props} />}
    </>
  );
}

/** The place of the bar at the end of a phone's page while there are no actions, so that the footer does not move. */
function BarPlace() {
  return <div className="order-last mt-3 h-(--room-bar) lg:hidden" />;
}

function ActionBar(props: RoomActionsProps) {
  const { state } = props.room;
  return (
    <div className="room-bar flex max-lg:mt-3 flex-wrap items-center justify-center gap-3 max-lg:sticky low:static max-lg:bottom-bottom-bar max-lg:z-20 max-lg:order-last max-lg:-mx-3 max-lg:border-t max-lg:border-line max-lg:bg-bg-1 max-lg:px-3 max-lg:py-2">
      {state === 'WAITING' && (props.own ? <SeatedActions {...props} /> : <VisitorActions {...props} />)}
      {state === 'MATCH_STARTING' && <ReadyButton ready={props.ready} isDisabled />}
      {!isActive(state) && <MatchEndActions room={props.room} own={props.own} />}
    </div>
  );
}

/** Adds a sandbox opponent. Below the seats, so that the main buttons stay in place. */
function SandboxAction({ room, actions }: RoomActionsProps) {
  const t = useRoomText();
  const isOwner = useSession((session) => session.username === room.ownerPlayer.username);
  if (!isOwner || !room.canAddSandbox) return null;
  return (
    <Button
      className="mx-auto mt-3 max-sm:w-full"
      icon={<Bot size={18} aria-hidden />}
      isPending={actions.addSandbox.isPending}
      onClick={() => actions.addSandbox.mutate()}
    >
      {t.addSandbox}
    </Button>
  );
}

/** Labelled with what a click does; once the match starts, with the state. */
function ReadyButton({ ready, isDisabled }: { ready: RoomActionsProps['ready']; isDisabled: boolean }) {
  const t = useRoomText();
  return (
    <Button
      variant={ready.isReady ? 'secondary' : 'primary'}
      size="main"
      className="min-w-40 max-sm:grow"
      disabled={isDisabled}
      icon={!ready.isReady || isDisabled ? <Check size={20} aria-hidden /> : <X size={20} aria-hidden />}
      onClick={ready.toggle}
    >
      {ready.isReady && !isDisabled ? t.unready : t.ready}
    </Button>
  );
}

function SeatedActions({ ready, actions, onLeave }: RoomActionsProps) {
  const t = useRoomText();
  const isOff = useIsOff('duel');
  return (
    <>
      {isOff ? <SwitchNotice name="duel" /> : <ReadyButton ready={ready} isDisabled={false} />}
      <Button size="main" isPending={actions.leave.isPending} onClick={onLeave}>
        {t.leave}
      </Button>
    </>
  );
}

function VisitorActions({ room, actions, onJoin }: RoomActionsProps) {
  const all = useText();
  const lobby = useLobbyText();
  const t = useRoomText();
  const steam = useSteamSignIn();
  const { isLoggedIn, steamId } = useSession();
  const isOff = useIsOff('duel');
  if (isFull(room)) return <p className="text-fg-2">{t.full}</p>;
  if (isReservedForOthers(room, steamId)) return <p className="text-fg-2">{t.reserved}</p>;
  if (isOff) return <SwitchNotice name="duel" />;
  if (!isLoggedIn) {
    return (
      <Button variant="primary" size="main" className="max-sm:grow" onClick={() => openAuth('login')}>
        {t.signInToJoin}
      </Button>
    );
  }
  if (steamId === '') {
    return (
      <>
        <p className="max-w-xl text-pretty text-fg-2">{lobby.noSteam}</p>
        {steam.isOffered && (
          <Button variant="primary" size="main" isPending={steam.isPending} onClick={steam.start}>
            {all.security.linkSteam}
          </Button>
        )}
      </>
    );
  }
  return (
    <>
      <p className="text-fg-2 max-sm:sr-only">{t.takeSeat}</p>
      <Button
        variant="primary"
        size="main"
        className="max-sm:grow"
        isPending={actions.join.isPending}
        onClick={() => onJoin(undefined)}
      >
        {lobby.join}
      </Button>
    </>
  );
}
