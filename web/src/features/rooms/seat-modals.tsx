import type { Room } from '@karat/contract/rooms';
import { RAKE_PERCENT, type Team } from '@karat/rules/rooms';
import type { UseMutationResult } from '@tanstack/react-query';
import { AgeButton } from '#features/safer-play/safer-play.tsx';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { ModalButtons } from '#ui/modal-buttons.tsx';
import { Modal } from '#ui/modal.tsx';
import { usePercent } from '#ui/use-percent.ts';
import { isAgeUnconfirmed } from './show-failure.ts';
import type { RematchActions } from './use-rematch.ts';
import type { SeatActions } from './use-seat-actions.ts';
import { useLobbyText } from './words/lobby-text.ts';
import { fullPot } from './room-state.ts';
import { useRoomText } from './words/room-text.ts';

type EntryModalProps = {
  room: Room;
  title: string;
  text: string;
  payLabel: string;
  isOpen: boolean;
  action: { readonly error: unknown; readonly isPending: boolean; reset(): void };
  onPay: () => void;
  onClose: () => void;
};

/** Confirms before a fee is charged, and shows what it can win. */
function EntryModal({ room, title, text, payLabel, isOpen, action, onPay, onClose }: EntryModalProps) {
  const { common } = useText();
  const lobby = useLobbyText();
  const t = useRoomText();
  const formatPercent = usePercent();
  const { pot, rake, each } = fullPot(room);
  return (
    <Modal isQuestion isOpen={isOpen} onClose={onClose} title={title} text={text}>
      <p className="mb-5 text-fg-2">
        {t.potText(formatNumber(pot), `${formatNumber(rake)} (${formatPercent(RAKE_PERCENT)})`, formatNumber(each))}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        {isAgeUnconfirmed(action.error) && <AgeButton failed={lobby.ageFailed} onConfirmed={() => action.reset()} />}
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button variant="primary" isPending={action.isPending} onClick={onPay}>
          {payLabel}
        </Button>
      </div>
    </Modal>
  );
}

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
  const t = useRoomText();
  return (
    <EntryModal
      room={room}
      title={t.joinTitle}
      text={t.joinText(common.diamonds(room.ticketPrice))}
      payLabel={t.payAndJoin(formatNumber(room.ticketPrice))}
      isOpen={isOpen}
      action={join}
      onPay={() => join.mutate(team, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

type RematchModalProps = { room: Room; isOpen: boolean; join: RematchActions['join']; onClose: () => void };

export function RematchModal({ room, isOpen, join, onClose }: RematchModalProps) {
  const { common } = useText();
  const t = useRoomText();
  return (
    <EntryModal
      room={room}
      title={t.rematchTitle}
      text={t.rematchText(common.diamonds(room.ticketPrice))}
      payLabel={t.payAndPlay(formatNumber(room.ticketPrice))}
      isOpen={isOpen}
      action={join}
      onPay={() => join.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

type NewRoomModalProps = {
  room: Room;
  isOpen: boolean;
  create: Pick<UseMutationResult, 'error' | 'isPending' | 'reset'>;
  onPay: () => void;
  onClose: () => void;
};

export function NewRoomModal({ room, isOpen, create, onPay, onClose }: NewRoomModalProps) {
  const { common } = useText();
  const t = useRoomText();
  return (
    <EntryModal
      room={room}
      title={t.newRoomTitle}
      text={t.newRoomText(common.diamonds(room.ticketPrice))}
      payLabel={t.payAndOpen(formatNumber(room.ticketPrice))}
      isOpen={isOpen}
      action={create}
      onPay={onPay}
      onClose={onClose}
    />
  );
}

type LeaveModalProps = { room: Room; isOpen: boolean; leave: SeatActions['leave']; onClose: () => void };

/** Confirms before a player leaves a paid seat. */
export function LeaveModal({ room, isOpen, leave, onClose }: LeaveModalProps) {
  const { common } = useText();
  const t = useRoomText();
  return (
    <Modal
      isQuestion
      isOpen={isOpen}
      onClose={onClose}
      title={t.leaveTitle}
      text={t.leaveText(common.diamonds(room.ticketPrice))}
    >
      <ModalButtons
        onCancel={onClose}
        variant="danger"
        isPending={leave.isPending}
        onConfirm={() => leave.mutate(undefined, { onSuccess: onClose })}
      >
        {t.leave}
      </ModalButtons>
    </Modal>
  );
}
