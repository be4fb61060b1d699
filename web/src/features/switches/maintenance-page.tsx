import { useQueryClient } from '@tanstack/react-query';
import { Wrench } from 'lucide-react';
import { useEffect } from 'react';
import { openAuth } from '#core/modals.ts';
import { useSession } from '#core/session.ts';
import { useText } from '#i18n/i18n.ts';
import { Brand } from '#ui/brand.tsx';
import { Button } from '#ui/button.tsx';
import { TableTime } from '#ui/time.tsx';
import { StateView } from '#ui/views.tsx';
import { textIn, useSwitchedOff } from './status.ts';
import { useMaintenanceText } from './words/maintenance-text.ts';

/** Requests were refused during maintenance, so everything is fetched again after it. */
function useRefetchAfter(): void {
  const queryClient = useQueryClient();
  useEffect(() => () => void queryClient.invalidateQueries(), [queryClient]);
}

/** What everyone but staff sees during maintenance. It goes away when staff end it. */
export function MaintenancePage() {
  const words = useMaintenanceText();
  useRefetchAfter();
  const { locale } = useText();
  const off = useSwitchedOff('site');
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const message = off?.message ?? null;
  const endsAt = off?.endsAt ?? null;
  return (
    <main id="content" tabIndex={-1} className="grid min-h-dvh grid-rows-[auto_1fr] px-3">
      <p className="flex h-top-bar items-center">
        <Brand />
      </p>
      <div className="self-center pb-16">
        <StateView
          icon={Wrench}
          level={1}
          title={words.closedTitle}
          text={message === null ? words.closedText : textIn(message, locale)}
        >
          <div className="w-full space-y-2 text-fg-2">
            {endsAt !== null && (
              <p>
                {words.closedUntil} <TableTime iso={endsAt} />
              </p>
            )}
            <p className="text-card text-fg-3">{words.closedStays}</p>
          </div>
          {!isLoggedIn && (
            <Button variant="quiet" onClick={() => openAuth('login')}>
              {words.staffSignIn}
            </Button>
          )}
        </StateView>
      </div>
    </main>
  );
}
