import type { StaffSwitch } from '@karat/contract/switches';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useEffect, useState } from 'react';
import { onConnect, useLiveEvent } from '#core/socket.ts';
import { useText } from '#i18n/i18n.ts';
import { AccountName } from '#ui/account-name.tsx';
import { ActiveSwitch } from '#ui/active-switch.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { TableTime } from '#ui/time.tsx';
import { Announcements } from './admin-announcements.tsx';
import { refetchSwitches, switchesQuery } from './admin-queries.ts';
import { AdminSwitchModal, type Intent } from './admin-switch-modal.tsx';
import { textIn } from './status.ts';
import { useAdminText } from './words/admin-text.ts';

/** What staff can switch off, and what they announce. */
export function AdminSwitchesTab() {
  const t = useText();
  const words = useAdminText();
  const query = useQuery(switchesQuery);
  const queryClient = useQueryClient();
  useLiveEvent('SITE_STATUS', () => void refetchSwitches(queryClient));
  useEffect(() => onConnect(() => void refetchSwitches(queryClient)), [queryClient]);
  return (
    <>
      <PageHeading title={t.admin.switches} lead={words.lead} />
      <div className="space-y-8">
        <QueryView query={query} errorTitle={words.failed}>
          {(switches) => <Switches switches={switches} />}
        </QueryView>
        <Announcements />
      </div>
    </>
  );
}

function Switches({ switches }: { switches: readonly StaffSwitch[] }) {
  const words = useAdminText();
  const [intent, setIntent] = useState<Intent>();
  return (
    <>
      <ul aria-label={words.listLabel} className="surface divide-y divide-line">
        {switches.map((each) => (
          <SwitchRow key={each.name} state={each} onChange={setIntent} />
        ))}
      </ul>
      {intent && <AdminSwitchModal intent={intent} onClose={() => setIntent(undefined)} />}
    </>
  );
}

type RowProps = { state: StaffSwitch; onChange: (intent: Intent) => void };

function SwitchRow({ state, onChange }: RowProps) {
  const words = useAdminText();
  const name = words.names[state.name];
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <div className="flex min-h-10 min-w-0 grow flex-col justify-center">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold">{name}</span>
          <span className={state.isOn ? 'text-card text-fg-3' : 'text-card font-semibold text-warn'}>
            {state.isOn ? words.on : words.off}
          </span>
        </p>
        {state.name === 'site' && <p className="text-card text-pretty text-fg-2">{words.siteHint}</p>}
        <Details state={state} />
      </div>
      {!state.isOn && (
        <IconButton label={words.edit(name)} onClick={() => onChange({ state, isOn: false })}>
          <Pencil size={18} aria-hidden />
        </IconButton>
      )}
      <span className="grid h-10 place-items-center">
        <ActiveSwitch
          label={words.toggle(name)}
          isOn={state.isOn}
          isPending={false}
          onToggle={() => onChange({ state, isOn: !state.isOn })}
        />
      </span>
    </li>
  );
}

/** The reason, the time and who changed it; nothing for a switch that was never changed. */
function Details({ state: { reason, message, endsAt, changedAt, changedBy } }: { state: StaffSwitch }) {
  const words = useAdminText();
  const { locale } = useText();
  if (changedAt === null) return null;
  return (
    <div className="mt-0.5 text-card wrap-anywhere text-fg-2">
      {reason !== null && <p>{reason}</p>}
      {message !== null && (
        <p>
          {words.message} {textIn(message, locale)}
        </p>
      )}
      {endsAt !== null && (
        <p>
          {words.until} <TableTime iso={endsAt} />
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-1 text-xs text-fg-3">
        {changedBy && (
          <>
            {words.changedBy} <AccountName player={changedBy} /> ·
          </>
        )}{' '}
        <TableTime iso={changedAt} />
      </p>
    </div>
  );
}
