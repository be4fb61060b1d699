import { openAuth } from '#core/modals.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { HelpPanel } from './help-panel.tsx';
import { Panel } from './panel.tsx';
import { StopRules } from './rules-list.tsx';
import { useSaferPlayText } from './words/safer-play-text.ts';

/** The tools and the help lines, for visitors. */
export function SaferPlayForVisitors() {
  const { auth, profile } = useText();
  const t = useSaferPlayText();
  const tools = [
    { title: t.visitor.limits, text: t.limits.text },
    { title: t.reality.title, text: t.reality.text },
    { title: t.pause.title, text: t.pause.text },
    { title: t.exclusion.title, text: t.exclusion.text },
  ];
  return (
    <>
      <PageHeading title={profile.saferPlay} lead={t.visitor.lead}>
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" onClick={() => openAuth('login')}>
            {auth.login}
          </Button>
          <Button onClick={() => openAuth('signup')}>{auth.signup}</Button>
        </div>
      </PageHeading>
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2 xl:gap-5">
        <Panel title={t.visitor.tools} text={t.visitor.signIn}>
          <dl className="mb-5 space-y-4">
            {tools.map(({ title, text }) => (
              <div key={title}>
                <dt className="font-semibold">{title}</dt>
                <dd className="mt-0.5 max-w-prose text-pretty text-fg-2">{text}</dd>
              </div>
            ))}
          </dl>
          <p className="mb-2 font-semibold">{t.visitor.during}</p>
          <StopRules />
        </Panel>
        <HelpPanel />
      </div>
    </>
  );
}
