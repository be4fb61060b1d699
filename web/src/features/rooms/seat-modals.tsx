import type { Room } from '@karat/contract/rooms';
import { RAKE_PERCENT, type Team } from '@karat/rules/rooms';
import { AgeButton } from '#features/safer-play/safer-play.tsx';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';
import { usePercent } from '#ui/use-percent.ts';
import { fullPot } from './pot.tsx';
import { isAgeUnconfirmed } from './show-failure.ts';
import type { SeatActions } from './use-seat-actions.ts';
import { useLobbyText } from './words/lobby-text.ts';
import { useRoomText } from './words/room-text.ts';

type JoinModalProps = {
  room: Room;
  team: Team | undefined;
  isOpen: boolean;
  join: SeatActions['join'];
  onClose: () => void;
};

/** Confirms before the fee is charged, so that a link alone never charges. */
export function JoinModal({ room, team, isOpen, join, onClose }: JoinModalProps) {
  const { common } = useText();
  const lobby = useLobbyText();
  const t = useRoomText();
  const formatPercent = usePercent();
  const { pot, rake, each } = fullPot(room);
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t.joinTitle} text={t.joinText(common.diamonds(room.ticketPrice))}>
      <p className="mb-5 text-fg-2">
        {t.potText(formatNumber(pot), `${formatNumber(rake)} (${formatPercent(RAKE_PERCENT)})`, formatNumber(each))}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        {isAgeUnconfirmed(join.error) && <AgeButton failed={lobby.ageFailed} onConfirmed={() => join.reset()} />}
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button variant="primary" isPending={join.isPending} onClick={() => join.mutate(team, { onSuccess: onClose })}>
          {t.payAndJoin(formatNumber(room.ticketPrice))}
        </Button>
      </div>
    </Modal>
  );
}

type LeaveModalProps = { room: Room; isOpen: boolean; leave: SeatActions['leave']; onClose: () => void };

/** Confirms before a player leaves a paid seat. */
export function LeaveModal({ room, isOpen, leave, onClose }: LeaveModalProps) {
  const { common } = useText();
  const t = useRoomText();
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t.leaveTitle} text={t.leaveText(common.diamonds(room.ticketPrice))}>
      <div className="flex justify-end gap-3">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button
          variant="danger"
          isPending={leave.isPending}
          onClick={() => leave.mutate(undefined, { onSuccess: onClose })}
        >
          {t.leave}
        </Button>
      </div>
    </Modal>
  );
}
