import { zodResolver } from '@hookform/resolvers/zod';
import { newRoom } from '@karat/contract/room-forms';
import { LOCATIONS, MAPS, PLAYER_COUNTS, RAKE_PERCENT, TICKET_PRICE_MAX } from '@karat/rules/rooms';
import clsx from 'clsx';
import { useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { setModalState, useModals } from '#core/modals.ts';
import { useSession, useSteamSignIn } from '#core/session.ts';
import { AgeButton } from '#features/safer-play/safer-play.tsx';
import { SwitchNotice, useIsOff } from '#features/switches/switches.tsx';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { textOfIssue } from '#i18n/refusals.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Modal } from '#ui/modal.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { usePercent } from '#ui/use-percent.ts';
import { MapPicture } from './map-picture.tsx';
import { locationName } from './rooms.ts';
import { isAgeUnconfirmed } from './show-failure.ts';
import { readLastSettings } from './initial-settings.ts';
import type { RoomSettings } from './last-settings.ts';
import { useCreateRoom } from './use-create-room.ts';
import { useLobbyText } from './words/lobby-text.ts';

const close = () => setModalState('isCreateRoomOpen', false);

/** The form for a new room: map, size, location and entry fee. */
export function CreateRoomModal() {
  const home = useLobbyText();
  const t = useLobbyText();
  const isOpen = useModals((modals) => modals.isCreateRoomOpen);
  const hasSteam = useSession((session) => session.steamId !== '');
  const isOff = useIsOff('duel');
  return (
    <Modal isOpen={isOpen} onClose={close} title={home.createRoom} text={hasSteam ? t.createText : t.noSteam}>
      {isOff ? <SwitchNotice name="duel" /> : hasSteam ? <CreateRoomForm /> : <SteamLink />}
    </Modal>
  );
}

function SteamLink() {
  const t = useText();
  const steam = useSteamSignIn();
  if (!steam.isOffered) return null;
  return (
    <Button variant="primary" size="main" className="w-full" isPending={steam.isPending} onClick={steam.start}>
      {t.security.linkSteam}
    </Button>
  );
}

type Draft = z.input<typeof newRoom>;

/** Parses plain digits or the site's grouping (1.000); anything else is NaN, which the schema rejects. */
function parseFee(text: unknown): number {
  const digits = String(text).trim();
  if (digits === '') return 0;
  return /^\d+$|^\d{1,3}(\.\d{3})+$/.test(digits) ? Number(digits.replaceAll('.', '')) : NaN;
}

/** The last choice of this browser. A fee of 0 is left out, so that the field shows it as a placeholder. */
function useDefaultValues(): Draft {
  const [settings] = useState(readLastSettings);
  const { ticketPrice, ...rest } = settings;
  return ticketPrice === 0 ? rest : settings;
}

const USUAL_FEES = [0, 500, 1_000, 5_000];

/** Usual entry fees, one press each. */
function FeeChips({ fee, onChoose }: { fee: number; onChoose: (fee: number) => void }) {
  const t = useLobbyText();
  return (
    <div role="group" aria-label={t.usualAmounts} className="grid shrink-0 grid-cols-4 gap-2">
      {USUAL_FEES.map((amount) => (
        <Button
          key={amount}
          aria-pressed={amount === fee}
          className={clsx('h-11! px-2! tabular-nums sm:w-16', amount === fee && 'border-primary! bg-primary/8!')}
          onClick={() => onChoose(amount)}
        >
          {formatNumber(amount)}
        </Button>
      ))}
    </div>
  );
}

// Radios are not registered individually: focus the first of the group.
function focusField(name: string | undefined): void {
  document.querySelector<HTMLInputElement>(`[role=dialog] [name="${name}"]`)?.focus();
}

function CreateRoomForm() {
  const all = useText();
  const t = useLobbyText();
  const form = useForm<Draft, unknown, RoomSettings>({
    resolver: zodResolver(newRoom),
    shouldFocusError: false,
    defaultValues: useDefaultValues(),
  });
  const { errors, isSubmitted } = form.formState;
  const [map, size, location] = useWatch({ control: form.control, name: ['map', 'player_count', 'server_location'] });
  const create = useCreateRoom(close);
  const submit = form.handleSubmit(
    (input) => {
      if (!create.isPending) create.mutate(input);
    },
    (errors) => focusField(Object.keys(errors)[0]),
  );
  const choose = (name: 'map' | 'player_count' | 'server_location') => (value: Draft[typeof name]) =>
    form.setValue(name, value, { shouldValidate: isSubmitted });
  const issueOf = (name: keyof Draft) => {
    const message = errors[name]?.message;
    return message === undefined ? undefined : textOfIssue(all, message);
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4 **:scroll-mb-24">
      <RadioCards
        label={t.map}
        name="map"
        columns={2}
        cards={MAPS.map((value) => ({
          value,
          label: value,
          picture: <MapPicture map={value} sizes="(min-width: 40rem) 232px, 50vw" className="h-18 w-full" />,
        }))}
        value={map}
        onChoose={choose('map')}
        error={issueOf('map')}
      />
      <RadioCards
        label={t.size}
        name="player_count"
        columns={2}
        cards={PLAYER_COUNTS.map((value) => ({ value, label: value, text: t.sizes[value] }))}
        value={size}
        onChoose={choose('player_count')}
        error={issueOf('player_count')}
      />
      <RadioCards
        label={t.serverLocation}
        name="server_location"
        columns={3}
        cards={LOCATIONS.map((value) => ({ value, label: locationName(value, all.locale) }))}
        value={location}
        onChoose={choose('server_location')}
        error={issueOf('server_location')}
      />
      <EntryFee form={form} />
      {isAgeUnconfirmed(create.error) && <AgeButton failed={t.ageFailed} onConfirmed={() => create.reset()} />}
      <FormFooter isPending={create.isPending} />
    </form>
  );
}

/** The field for the fee, with usual amounts beside it. */
function EntryFee({ form }: { form: UseFormReturn<Draft, unknown, RoomSettings> }) {
  const t = useLobbyText();
  const formatPercent = usePercent();
  const { errors, isSubmitted } = form.formState;
  const fee = useWatch({ control: form.control, name: 'ticketPrice' });
  return (
    <Field
      label={t.entryFee}
      inputMode="numeric"
      autoComplete="off"
      maxLength={15}
      placeholder="0"
      hint={t.entryHint(formatNumber(TICKET_PRICE_MAX), formatPercent(RAKE_PERCENT))}
      error={errors.ticketPrice?.message}
      {...form.register('ticketPrice', { setValueAs: parseFee })}
    >
      <FeeChips
        fee={fee ?? 0}
        onChoose={(chosen) => form.setValue('ticketPrice', chosen, { shouldValidate: isSubmitted })}
      />
    </Field>
  );
}

/** Always in view, except on screens so low that it would cover the fields. */
function FormFooter({ isPending }: { isPending: boolean }) {
  const home = useLobbyText();
  return (
    <div className="sticky bottom-[calc(-1.5rem-env(safe-area-inset-bottom))] -mx-5 mb-[calc(-1.5rem-env(safe-area-inset-bottom))] border-t border-line bg-bg-1 px-5 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] sm:-bottom-7 sm:-mx-7 sm:-mb-7 sm:px-7 sm:pb-5 [@media(height<35rem)]:static">
      <Button type="submit" variant="primary" size="main" className="w-full" isPending={isPending}>
        {home.createRoom}
      </Button>
    </div>
  );
}
