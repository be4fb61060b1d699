import { PUSH_CATEGORIES, type PushCategory, sendTestPush } from '@karat/contract/push';
import { useMutation } from '@tanstack/react-query';
import { BellOff } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { call } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { Skeleton, SkeletonBlock } from '#ui/skeleton.tsx';
import { Switch } from '#ui/switch.tsx';
import { showError } from '#ui/show-error.ts';
import { showToast } from '#ui/toast.ts';
import { type PushState, pushSupport } from './subscription.ts';
import { usePush } from './use-push.ts';
import { usePushText } from './words/push-text.ts';

/** The notifications of this device, on the security page. Not shown where the site sends none. */
export function PushPanel() {
  const t = usePushText();
  const titleId = useId();
  const support = pushSupport();
  const { query, save } = usePush();
  if (query.data?.publicKey === null) return null;
  return (
    <section aria-labelledby={titleId} className="surface p-4 md:p-6">
      <h2 id={titleId} className="font-display text-h2 font-bold">
        {t.title}
      </h2>
      <p className="mt-1 mb-4 text-pretty text-fg-2">{t.text}</p>
      {support === 'supported' ? (
        <QueryView query={query} loading={<PanelSkeleton />}>
          {(state) => <Categories state={state} save={save} />}
        </QueryView>
      ) : (
        <Note>{support === 'install' ? t.install : t.unsupported}</Note>
      )}
    </section>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-3 rounded-md border border-line bg-bg-1/60 p-3 text-card text-pretty text-fg-2">
      <BellOff size={18} strokeWidth={1.75} aria-hidden className="mt-px shrink-0 text-fg-3" />
      <span>{children}</span>
    </p>
  );
}

type CategoriesProps = { state: PushState; save: ReturnType<typeof usePush>['save'] };

function Categories({ state, save }: CategoriesProps) {
  const t = usePushText();
  // The switch shows the choice while it is being saved.
  const chosen = save.isPending ? save.variables : state.categories;
  const toggle = (category: PushCategory) => {
    if (save.isPending) return;
    const isOn = chosen.includes(category);
    save.mutate(PUSH_CATEGORIES.filter((each) => (each === category ? !isOn : chosen.includes(each))));
  };
  if (Notification.permission === 'denied') return <Note>{t.denied}</Note>;
  return (
    <>
      <fieldset>
        <legend className="sr-only">{t.title}</legend>
        <div className="divide-y divide-line">
          {PUSH_CATEGORIES.map((category) => (
            <CategoryRow
              key={category}
              category={category}
              isOn={chosen.includes(category)}
              onToggle={() => toggle(category)}
            />
          ))}
        </div>
      </fieldset>
      <TestButton endpoint={state.endpoint} />
    </>
  );
}

type CategoryRowProps = { category: PushCategory; isOn: boolean; onToggle: () => void };

function CategoryRow({ category, isOn, onToggle }: CategoryRowProps) {
  const { label, hint } = usePushText().categories[category];
  const id = useId();
  return (
    <div className="relative flex min-h-15 items-center gap-4 py-2.5">
      <div className="min-w-0 grow">
        {/* The whole row is its label. */}
        <label htmlFor={id} className="block cursor-pointer font-semibold after:absolute after:inset-0">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-card text-pretty text-fg-3">
          {hint}
        </p>
      </div>
      <Switch id={id} checked={isOn} onChange={onToggle} aria-describedby={`${id}-hint`} />
    </div>
  );
}

function TestButton({ endpoint }: { endpoint: string | null }) {
  const all = useText();
  const t = usePushText();
  const send = useMutation({
    mutationFn: (to: string) => call(sendTestPush, { body: { endpoint: to } }),
    onSuccess: () => showToast('success', t.testSent),
    onError: (error) => showError(all, error),
  });
  return (
    <Button
      className="mt-3"
      disabled={endpoint === null}
      isPending={send.isPending}
      onClick={() => endpoint !== null && send.mutate(endpoint)}
    >
      {t.sendTest}
    </Button>
  );
}

function PanelSkeleton() {
  return (
    <Skeleton>
      {PUSH_CATEGORIES.map((category) => (
        <SkeletonBlock key={category} className="mb-1 h-14" />
      ))}
      <SkeletonBlock className="mt-3 h-11 w-32 md:h-10" />
    </Skeleton>
  );
}
