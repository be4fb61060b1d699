import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { logError } from '#core/log.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { ErrorView, StateView } from '#ui/views.tsx';

const RELOADED_KEY = 'reloaded-for-update';

/** Error messages of browsers for a missing file of the app. */
const MISSING_CHUNK = /dynamically imported module|Importing a module script failed|Unable to preload/i;

/** The error view of a page. If its file is gone, there is a new release: offers a reload, but only once, or it would loop. */
export function RouteError() {
  const error = useRouteError();
  const isStale = error instanceof Error && MISSING_CHUNK.test(error.message);
  useEffect(() => logError('Page failed', error), [error]);
  if (isStale && sessionStorage.getItem(RELOADED_KEY) !== buildId()) return <UpdateView />;
  return <ErrorView onRetry={() => window.location.reload()} />;
}

function UpdateView() {
  const t = useText();
  const reload = () => {
    sessionStorage.setItem(RELOADED_KEY, buildId());
    window.location.reload();
  };
  return (
    <StateView icon={RefreshCw} title={t.update.title} text={t.update.hint} level={1}>
      <Button variant="primary" onClick={reload}>
        {t.update.reload}
      </Button>
    </StateView>
  );
}

/** The entry file's name changes with every release. */
function buildId(): string {
  return document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '';
}
