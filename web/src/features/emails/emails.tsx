import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { Skeleton, SkeletonBlock } from '#ui/skeleton.tsx';
import { myEmailQuery } from './queries.ts';
import { useEmailsText } from './words/emails-text.ts';

const AddressState = lazyComponent(async () => (await import('./address-state.tsx')).AddressState);

/** The e-mail address of the account, on the security page. */
export function EmailPanel() {
  const { panel } = useEmailsText();
  return (
    <section className="surface p-4 md:p-6">
      <h2 className="font-display text-h2 font-bold">{panel.title}</h2>
      <p className="mt-1 mb-5 text-pretty text-fg-2">{panel.text}</p>
      <div className="min-h-25">
        <QueryView query={useQuery(myEmailQuery)} loading={<AddressSkeleton />}>
          {(state) => (
            <Suspense fallback={<AddressSkeleton />}>
              <AddressState {...state} />
            </Suspense>
          )}
        </QueryView>
      </div>
    </section>
  );
}

function AddressSkeleton() {
  return (
    <Skeleton>
      <div className="space-y-4">
        <SkeletonBlock className="h-6 w-56" />
        <SkeletonBlock className="h-11 w-40 rounded-md" />
      </div>
    </Skeleton>
  );
}
