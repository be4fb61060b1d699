import { type ProfilePrivacy, setProfilePrivacy } from '@karat/contract/profile';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '#core/api.ts';
import { useSession } from '#core/session.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { playerUrl } from '#ui/player-name.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { Skeleton, SkeletonBlock } from '#ui/skeleton.tsx';
import { showToast } from '#ui/toast.ts';
import { PLAYER_KEY, privacyQuery } from './player-queries.ts';
import { PRIVACY_ANCHOR } from './privacy-anchor.ts';
import { usePlayerText } from './words/player-text.ts';

/** What the player's public page shows. Each choice is saved at once. */
export function PrivacyPanel() {
  const { privacy: t } = usePlayerText();
  const username = useSession((session) => session.username);
  return (
    <section aria-labelledby={PRIVACY_ANCHOR}>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2
          id={PRIVACY_ANCHOR}
          ref={useScrollToAnchor()}
          tabIndex={-1}
          className="grow scroll-mt-24 font-display text-h2 font-bold outline-none"
        >
          {t.title}
        </h2>
        <ButtonLink to={playerUrl(username)} size="dense" icon={<ExternalLink size={16} aria-hidden />}>
          {t.open}
        </ButtonLink>
      </div>
      <p className="mb-3 max-w-160 text-pretty text-fg-2">{t.lead}</p>
      <QueryView query={useQuery(privacyQuery)} loading={<PrivacySkeleton />}>
        {(privacy) => <Choices privacy={privacy} />}
      </QueryView>
    </section>
  );
}

/** The section loads later than the page, so the browser does not find it for a link to it. */
function useScrollToAnchor() {
  const ref = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash !== `#${PRIVACY_ANCHOR}`) return;
    ref.current?.scrollIntoView();
    ref.current?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-deps -- `key` changes when the same link is followed again
  }, [hash, key]);
  return ref;
}

function useSave() {
  const { privacy: t } = usePlayerText();
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: 'profile-privacy' },
    mutationFn: (privacy: ProfilePrivacy) => call(setProfilePrivacy, { body: privacy }),
    onSuccess: async (_, privacy) => {
      queryClient.setQueryData(privacyQuery.queryKey, privacy);
      showToast('success', t.saved);
      await queryClient.invalidateQueries({ queryKey: PLAYER_KEY });
    },
    onError: async () => {
      showToast('error', t.notSaved);
      await queryClient.invalidateQueries(privacyQuery);
    },
  });
}

/** Shows a choice while it is being saved. A refused one is taken back. */
function Choices({ privacy: saved }: { privacy: ProfilePrivacy }) {
  const { privacy: t } = usePlayerText();
  const { mutate } = useSave();
  // State of the component, because the query cache tells its readers a moment later: the checkbox would jump back.
  const [chosen, setChosen] = useState<ProfilePrivacy>();
  const privacy = chosen ?? saved;
  const { hidesEverything } = privacy;
  const change = (changed: Partial<ProfilePrivacy>) => {
    const next = { ...privacy, ...changed };
    setChosen(next);
    // Called for the last choice only.
    mutate(next, { onSettled: () => setChosen(undefined) });
  };
  const part = (label: string, isShown: boolean, onChange: (isShown: boolean) => void, hint?: string) => (
    <Choice label={label} hint={hint} isOn={isShown} isDisabled={hidesEverything} onChange={onChange} />
  );
  return (
    <fieldset className="divide-y divide-line surface px-4">
      <legend className="sr-only">{t.title}</legend>
      {part(t.drops, !privacy.hidesDrops, (isShown) => change({ hidesDrops: !isShown }), t.dropsHint)}
      {part(t.matches, !privacy.hidesMatches, (isShown) => change({ hidesMatches: !isShown }), t.matchesHint)}
      {part(t.ratingCurve, !privacy.hidesRatingCurve, (isShown) => change({ hidesRatingCurve: !isShown }))}
      {part(t.missions, !privacy.hidesMissions, (isShown) => change({ hidesMissions: !isShown }))}
      {part(t.steamProfile, privacy.showsSteamProfile, (isShown) => change({ showsSteamProfile: isShown }))}
      <Choice
        label={t.hideEverything}
        hint={t.hideEverythingHint}
        isOn={hidesEverything}
        onChange={(isOn) => change({ hidesEverything: isOn })}
      />
    </fieldset>
  );
}

type ChoiceProps = {
  label: string;
  hint?: string | undefined;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
};

function Choice({ label, hint, isOn, isDisabled = false, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <label className="flex min-h-14 cursor-pointer items-center gap-3.5 py-2.5 has-disabled:cursor-not-allowed">
      <Checkbox
        checked={isOn}
        disabled={isDisabled}
        aria-describedby={hint === undefined ? undefined : id}
        onChange={({ target }) => onChange(target.checked)}
        className="has-disabled:opacity-55"
      />
      <span className="min-w-0">
        <span className="block font-semibold">{label}</span>
        {hint !== undefined && (
          <span id={id} className="block text-xs text-fg-3">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}

function PrivacySkeleton() {
  return (
    <Skeleton>
      <SkeletonBlock className="h-86 rounded-lg" />
    </Skeleton>
  );
}
