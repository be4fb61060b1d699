import type { FactorState } from '@karat/contract/factors';
import { useQuery } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { formatDay } from '#ui/dates.ts';
import { DialogLoading, MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { Skeleton, SkeletonBlock } from '#ui/skeleton.tsx';
import { factorQuery } from './queries.ts';
import { useFactorText } from './words/factor-text.ts';

const SetUpModal = lazyComponent(async () => (await import('./set-up-modal.tsx')).SetUpModal);
const TurnOffModal = lazyComponent(async () => (await import('./code-modal.tsx')).TurnOffModal);
const NewCodesModal = lazyComponent(async () => (await import('./code-modal.tsx')).NewCodesModal);

/** The second factor of the account, on the security page. */
export function SecondFactorPanel() {
  const t = useFactorText();
  const titleId = useId();
  const query = useQuery(factorQuery);
  return (
    <section aria-labelledby={titleId} className="surface p-4 md:p-6">
      <h2 id={titleId} className="font-display text-h2 font-bold">
        {t.title}
      </h2>
      <p className="mt-1 mb-5 text-pretty text-fg-2">{t.lead}</p>
      <QueryView query={query} loading={<PanelSkeleton />}>
        {(state) => <PanelBody state={state} />}
      </QueryView>
    </section>
  );
}

/** As high as the panel without an app. */
function PanelSkeleton() {
  return (
    <Skeleton>
      <SkeletonBlock className="mb-4 h-6 w-64 max-w-full" />
      <SkeletonBlock className="h-11 w-28 md:h-10" />
    </Skeleton>
  );
}

type Opened = 'set-up' | 'codes' | 'turn-off';

function PanelBody({ state: { confirmedAt, recoveryCodesLeft } }: { state: FactorState }) {
  const { locale } = useText();
  const t = useFactorText();
  // A modal that was closed begins again, without what was entered before.
  const [opened, setOpened] = useState<{ name: Opened; count: number }>();
  const [isOpen, setOpen] = useState(false);
  const open = (name: Opened) => () => {
    setOpened({ name, count: (opened?.count ?? 0) + 1 });
    setOpen(true);
  };
  const Modal = opened && { 'set-up': SetUpModal, codes: NewCodesModal, 'turn-off': TurnOffModal }[opened.name];
  return (
    <>
      <p className="mb-4 flex gap-2 text-pretty">
        {confirmedAt === null ? (
          <ShieldAlert size={20} aria-hidden className="mt-px shrink-0 text-fg-3" />
        ) : (
          <ShieldCheck size={20} aria-hidden className="mt-px shrink-0 text-success" />
        )}
        <span>
          {confirmedAt === null ? t.off : `${t.on(formatDay(confirmedAt, locale))} ${t.codesLeft(recoveryCodesLeft)}`}
        </span>
      </p>
      <div className="flex flex-wrap gap-3">
        {confirmedAt === null ? (
          <Button variant="primary" onClick={open('set-up')}>
            {t.setUp}
          </Button>
        ) : (
          <>
            <Button onClick={open('codes')}>{t.newCodes}</Button>
            <Button onClick={open('turn-off')}>{t.turnOff}</Button>
          </>
        )}
      </div>
      {Modal && (
        <MountWhenOpened key={opened.count} isOpen={isOpen} loading={<DialogLoading />}>
          <Modal isOpen={isOpen} onClose={() => setOpen(false)} />
        </MountWhenOpened>
      )}
    </>
  );
}
