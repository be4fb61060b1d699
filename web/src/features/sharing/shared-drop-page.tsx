import { fillPath } from '@karat/contract/endpoint';
import { getRoll } from '@karat/contract/fairness';
import { pages } from '@karat/contract/pages';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useParams } from 'react-router';
import { call } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import { ButtonLink } from '#ui/button.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { NotFoundView } from '#ui/views.tsx';
import { ShareSkeleton, ShareView } from './share-view.tsx';
import { useSharingText } from './words/sharing-text.ts';

const HANDLE = /^[\w-]{22}$/;

const sharedDropQuery = (handle: string) =>
  queryOptions({
    queryKey: ['shared-drop', handle],
    queryFn: async ({ signal }) => (await call(getRoll, { params: { id: handle } }, { signal })).data,
  });

/** The page of a shared drop. It leads to the proof. */
export function SharedDropPage() {
  const { handle = '' } = useParams();
  return HANDLE.test(handle) ? <FoundDrop handle={handle} /> : <Missing />;
}

function FoundDrop({ handle }: { handle: string }) {
  const t = useSharingText();
  return (
    <QueryView query={useQuery(sharedDropQuery(handle))} loading={<ShareSkeleton />} notFound={<Missing />}>
      {({ market_hash_name: title, caseName }) => (
        <ShareView title={title} lead={t.dropLead} path={fillPath(pages.sharedDrop, { handle })}>
          <ButtonLink
            to={fillPath(pages.roll, { rollId: handle })}
            variant="primary"
            icon={<ShieldCheck size={18} aria-hidden />}
          >
            {t.verify}
          </ButtonLink>
          <ButtonLink to={fillPath(pages.case, { caseName })}>{t.openCase(caseName)}</ButtonLink>
        </ShareView>
      )}
    </QueryView>
  );
}

function Missing() {
  const site = useText();
  const t = useSharingText();
  return (
    <NotFoundView
      title={t.dropMissing}
      text={t.dropMissingHint}
      backLink={{ to: pages.cases, label: site.cases.title }}
    />
  );
}
