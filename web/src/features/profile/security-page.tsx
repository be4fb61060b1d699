import { type ReactNode, Suspense } from 'react';
import { useAccount, useSession, useSteamSignIn } from '#core/session.ts';
import { EmailPanel } from '#features/emails/emails.tsx';
import { PushPanel } from '#features/push/push.tsx';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { Skeleton, SkeletonBlock } from '#ui/skeleton.tsx';
import { Devices } from './devices.tsx';
import { useProfileText } from './words/profile-text.ts';

const SecondFactorPanel = lazyComponent(async () => (await import('#features/factors/factors.tsx')).SecondFactorPanel);
const PasswordForm = lazyComponent(async () => (await import('./password-form.tsx')).PasswordForm);

export function SecurityPage() {
  const t = useProfileText();
  const hasPassword = useAccount(({ account }) => account?.hasPassword ?? true);
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2 xl:gap-5">
      <Panel
        title={hasPassword ? t.security.changeTitle : t.security.setTitle}
        text={hasPassword ? t.security.changeHint : t.security.setHint}
      >
        <Suspense fallback={<PasswordSkeleton fieldsCount={hasPassword ? 3 : 2} />}>
          <PasswordForm key={String(hasPassword)} hasPassword={hasPassword} />
        </Suspense>
      </Panel>
      <div className="grid grid-cols-1 gap-4 xl:gap-5">
        <Suspense fallback={<div className="surface min-h-52" />}>
          <SecondFactorPanel />
        </Suspense>
        <Panel title={t.security.devicesTitle} text={t.security.devicesHint}>
          <Devices />
        </Panel>
        <EmailPanel />
        <SteamPanel />
        <PushPanel />
      </div>
    </div>
  );
}

/** As high as the form: fields, a line with the rule of passwords, and the button. */
function PasswordSkeleton({ fieldsCount }: { fieldsCount: number }) {
  return (
    <Skeleton>
      <div className="space-y-4">
        {Array.from({ length: fieldsCount }, (_, index) => (
          <div key={index} className={index === fieldsCount - 2 ? 'h-[98px]' : 'h-[72px]'}>
            <SkeletonBlock className="mb-1.5 h-5 w-32" />
            <SkeletonBlock className="h-11 w-full" />
          </div>
        ))}
        <div className="pt-1">
          <SkeletonBlock className="h-11 w-40" />
        </div>
      </div>
    </Skeleton>
  );
}

function Panel({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="surface p-4 md:p-6">
      <h2 className="font-display text-h2 font-bold">{title}</h2>
      <p className="mt-1 mb-5 text-pretty text-fg-2">{text}</p>
      {children}
    </section>
  );
}

/** Without Steam sign-in there is nothing to link; an earlier link is still shown. */
function SteamPanel() {
  const t = useProfileText();
  const { isOffered } = useSteamSignIn();
  const isLinked = useAccount(({ account }) => account?.isSteamLinked ?? false);
  if (!isOffered && !isLinked) return null;
  return (
    <Panel title={t.security.steamTitle} text={t.security.steamHint}>
      <SteamLink isLinked={isLinked} />
    </Panel>
  );
}

function SteamLink({ isLinked }: { isLinked: boolean }) {
  const t = useText();
  const words = useProfileText();
  const steam = useSteamSignIn();
  const steamId = useSession((session) => session.steamId);
  if (isLinked) {
    return (
      <p className="flex items-center gap-1 font-semibold tabular-nums">
        {words.security.steamLinked(steamId)}
        <CopyButton text={steamId} />
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button isPending={steam.isPending} onClick={steam.start}>
        {t.security.linkSteam}
      </Button>
      <span className="text-fg-3">{words.security.steamNotLinked}</span>
    </div>
  );
}
