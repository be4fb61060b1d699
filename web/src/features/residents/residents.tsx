import { getResidents, type Residents, setResidents } from '@karat/contract/residents';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import { ActiveSwitch } from '#ui/active-switch.tsx';
import { errorText } from '#ui/error-text.ts';
import { QueryView } from '#ui/query-view.tsx';
import { Skeleton, SkeletonBlock } from '#ui/skeleton.tsx';
import { showToast } from '#ui/toast.ts';
import { useAdminText } from './words/admin-text.ts';

/** The pace changes with the number of people online. */
const REFETCH_MS = 15_000;

const residentsQuery = queryOptions({
  queryKey: ['admin', 'residents'],
  meta: { isPrivate: true },
  staleTime: 0,
  refetchInterval: REFETCH_MS,
  queryFn: async ({ signal }) => (await call(getResidents, undefined, { signal })).data,
});

/** The programs that play on the sandbox, with the switch that turns them off. */
export function ResidentsPanel() {
  const { residents: words } = useAdminText();
  const query = useQuery(residentsQuery);
  return (
    <section aria-labelledby="residents" className="surface p-4 md:p-5">
      <h2 id="residents" className="font-display text-h2 font-bold">
        {words.title}
      </h2>
      <p className="mt-1 text-card text-pretty text-fg-2">{words.text}</p>
      <div className="mt-3 min-h-11">
        <QueryView query={query} loading={<SwitchSkeleton />} errorTitle={words.failed}>
          {(state) => <Switch state={state} />}
        </QueryView>
      </div>
    </section>
  );
}

function Switch({ state }: { state: Residents }) {
  const t = useText();
  const { residents: words } = useAdminText();
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (isOn: boolean) => call(setResidents, { body: { isOn } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: residentsQuery.queryKey }),
    onError(error) {
      const text = errorText(t, error);
      if (text !== undefined) showToast('error', text);
    },
  });
  const { isAvailable, isOn, actionsPerMinute, residents } = state;
  if (!isAvailable) return <p className="flex min-h-11 items-center text-fg-2">{words.unavailable}</p>;
  const pace = actionsPerMinute > 0 ? words.pace(actionsPerMinute) : words.idle;
  return (
    <div className="flex min-h-11 items-center justify-between gap-3">
      <p className="min-w-0">
        <span className="font-semibold">{words.count(residents.length)}</span>
        {isOn && <span className="text-fg-2"> · {pace}</span>}
      </p>
      <ActiveSwitch
        label={words.switchLabel}
        isOn={isOn}
        isPending={change.isPending}
        onToggle={() => change.mutate(!isOn)}
      />
    </div>
  );
}

function SwitchSkeleton() {
  return (
    <Skeleton>
      <SkeletonBlock className="h-11" />
    </Skeleton>
  );
}
