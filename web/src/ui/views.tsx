import { LockKeyhole, type LucideIcon, RotateCcw, SearchX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '#i18n/i18n.ts';
import { langAttribute } from '#i18n/lang-attribute.ts';
import { Button, ButtonLink } from './button.tsx';
import { useDelayed } from './skeleton.tsx';
import { Spinner } from './spinner.tsx';

/** Waits a moment before it shows, so that fast loading does not flicker. */
export function LoadingView() {
  const t = useText();
  const isShown = useDelayed();
  return (
    <div role="status" className="grid min-h-80 place-items-center text-primary">
      {isShown && <Spinner size={32} />}
      <span className="sr-only">{t.views.loading}</span>
    </div>
  );
}

type StateViewProps = {
  icon: LucideIcon;
  title: string;
  text?: string | undefined;
  level?: 1 | 2;
  children?: ReactNode;
};

/** A view with one message: an icon, what happened, and the next step. */
export function StateView({ icon: Icon, title, text, level = 2, children }: StateViewProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="relative isolate flex flex-col items-center overflow-hidden px-4 py-14 text-center md:py-20">
      <div
        aria-hidden
        className="absolute inset-0 -z-10 bg-[radial-gradient(22rem_14rem_at_50%_34%,#3ddcff14,transparent)]"
      />
      <div aria-hidden className="relative mb-6 grid size-21 place-items-center">
        <svg viewBox="0 0 84 84" className="absolute inset-0 size-full" fill="none">
          <path d="M42 3 79 24v36L42 81 5 60V24z" fill="#141a26" stroke="#3ddcff" strokeOpacity=".3" />
          <path d="M42 3 79 24 42 42 5 24z" fill="#3ddcff" fillOpacity=".09" />
          <path d="M42 42 79 24v36L42 81z" fill="#04060b" fillOpacity=".35" />
        </svg>
        <Icon size={30} strokeWidth={1.75} className="relative text-primary" />
      </div>
      <Heading
        {...(level === 1 && { tabIndex: -1 })}
        lang={langAttribute(title)}
        className="font-display text-h2 font-bold text-balance"
      >
        {title}
      </Heading>
      {text !== undefined && <p className="mt-2 max-w-md text-pretty text-fg-2">{text}</p>}
      {children !== undefined && <div className="mt-6 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  );
}

/** Shows that a list is empty, and where to go next. */
export function EmptyView(props: { icon: LucideIcon; title: string; text?: string; children?: ReactNode }) {
  return (
    <section className="surface">
      <StateView {...props} />
    </section>
  );
}

export function ErrorView({ title, onRetry }: { title?: string | undefined; onRetry?: () => void }) {
  const t = useText();
  return (
    <div role="alert">
      <StateView icon={TriangleAlert} title={title ?? t.views.error} text={t.views.errorHint} level={1}>
        {onRetry ? (
          <Button icon={<RotateCcw size={18} aria-hidden />} onClick={onRetry}>
            {t.views.tryAgain}
          </Button>
        ) : (
          <ButtonLink to="/">{t.views.goHome}</ButtonLink>
        )}
      </StateView>
    </div>
  );
}

type NotFoundProps = { title?: string; text?: string; backLink?: { to: string; label: string } };

/** Shows that a page is missing or, with its own texts, a missing item, case or player. Always has one link back. */
export function NotFoundView({ title, text, backLink }: NotFoundProps) {
  const t = useText();
  return (
    <StateView icon={SearchX} title={title ?? t.views.notFound} text={text ?? t.views.notFoundHint} level={1}>
      <ButtonLink to={backLink?.to ?? '/'} variant="primary">
        {backLink?.label ?? t.views.goHome}
      </ButtonLink>
    </StateView>
  );
}

/** Asks visitors to sign in, on pages that belong to a player. */
export function SignInView({ onSignIn, onSignUp }: { onSignIn: () => void; onSignUp: () => void }) {
  const t = useText();
  return (
    <StateView icon={LockKeyhole} title={t.views.signInFirst} text={t.views.signInHint} level={1}>
      <Button variant="primary" onClick={onSignIn}>
        {t.auth.login}
      </Button>
      <Button onClick={onSignUp}>{t.auth.signup}</Button>
    </StateView>
  );
}
