import { pages } from '@karat/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { requestFactor } from '#core/modals.ts';
import { useAccount } from '#core/session.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { EmptyView } from '#ui/views.tsx';
import { factorQuery } from './queries.ts';
import { useFactorText } from './words/factor-text.ts';

/** In place of the pages of staff, for staff whose session or network does not give them their rights. */
export function StaffLimitPage() {
  const t = useFactorText();
  const limit = useAccount(({ account }) => account?.staffLimit ?? null);
  if (limit === 'address') return <EmptyView icon={ShieldAlert} title={t.addressTitle} text={t.addressText} />;
  return <FactorNeeded />;
}

function FactorNeeded() {
  const t = useFactorText();
  const query = useQuery(factorQuery);
  return (
    <QueryView query={query}>
      {({ confirmedAt }) =>
        confirmedAt === null ? (
          <EmptyView icon={ShieldAlert} title={t.limitTitle} text={t.limitSetUp}>
            <ButtonLink to={pages.security}>{t.openSecurity}</ButtonLink>
          </EmptyView>
        ) : (
          <EmptyView icon={ShieldAlert} title={t.limitTitle} text={t.limitEnter}>
            <Button variant="primary" onClick={() => void requestFactor()}>
              {t.enterCode}
            </Button>
          </EmptyView>
        )
      }
    </QueryView>
  );
}
