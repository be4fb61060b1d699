import { pages } from '@karat/contract/pages';
import { answerRealityCheck } from '@karat/contract/safer-play';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call, serverNowMs } from '#core/api.ts';
import { dispatch } from '#core/socket.ts';
import { setModalState, useModals } from '#core/modals.ts';
import { useText } from '#i18n/i18n.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { Modal } from '#ui/modal.tsx';
import { SkeletonBlock } from '#ui/skeleton.tsx';
import { minutesSince } from './date-times.ts';
import { NetResult } from './net-result.tsx';
import { realityCheckQuery } from './queries.ts';
import { useRealityCheckReply } from './reality-check-state.ts';
import { useSaferPlayText } from './words/safer-play-text.ts';
import { showError } from '#ui/show-error.ts';

const close = () => setModalState('isRealityCheckOpen', false);

/** Time and result of this period of play. Closing it is no answer, so it stays due, and the next wager reopens it. */
export function RealityCheckModal() {
  const all = useText();
  const { check: t, reality } = useSaferPlayText();
  const isOpen = useModals((modals) => modals.isRealityCheckOpen);
  const received = useRealityCheckReply(({ check }) => check);
  const { data: fetched, isError } = useQuery({ ...realityCheckQuery, enabled: isOpen && received === undefined });
  const data = received ?? fetched;
  const answer = useMutation({
    mutationFn: () => call(answerRealityCheck),
    onSuccess: ({ data: now }) => {
      close();
      // The server notifies the other tabs; this one is updated here.
      dispatch('REALITY_CHECK', now);
    },
    onError: (error) => showError(all, error),
  });
  const since = data?.playingSince ?? null;
  const title = since === null ? reality.title : t.title(t.minutes(minutesSince(since, serverNowMs())));
  return (
    <Modal isOpen={isOpen} onClose={close} title={title} text={t.text}>
      {isError && data === undefined ? (
        <p className="text-fg-2">{t.failed}</p>
      ) : (
        <dl className="grid grid-cols-2 gap-3" aria-busy={data === undefined}>
          <Figure label={t.wagered}>{data && <Diamonds amount={data.wagered} />}</Figure>
          <Figure label={t.net}>{data && <NetResult net={data.net} />}</Figure>
        </dl>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <ButtonLink to={`${pages.saferPlay}#break`} onClick={close} className="max-sm:grow">
          {t.takeBreak}
        </ButtonLink>
        {/* Both buttons look the same: the page prefers neither. */}
        <Button isPending={answer.isPending} onClick={() => answer.mutate()} className="max-sm:grow">
          {t.keepPlaying}
        </Button>
      </div>
    </Modal>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="rounded-md bg-bg-2 px-3.5 py-3">
      <dt className="text-xs text-fg-2">{label}</dt>
      <dd className="mt-1 text-h2">{children ?? <SkeletonBlock className="h-6.5 w-24" />}</dd>
    </div>
  );
}
