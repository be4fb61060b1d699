import { pages } from '@karat/contract/pages';
import type { UserInfo } from '@karat/contract/users';
import { Ban, Flag } from 'lucide-react';
import { Link } from 'react-router';
import { useMayOpen } from '#core/admin-pages.ts';
import { formatAdminTime } from '#ui/dates.ts';
import { textLinkClass } from '#ui/link-class.ts';
import { useAdminText } from './words/admin-text.ts';

/** Shows the reason for a ban. */
export function BanNote({ ban }: { ban: NonNullable<UserInfo['ban']> }) {
  const { users } = useAdminText();
  return (
    <div className="mb-4 flex gap-3 rounded-md border border-danger/40 bg-danger/8 p-4">
      <Ban size={20} aria-hidden className="mt-px shrink-0 text-danger" />
      <div className="min-w-0">
        <p className="font-semibold">{users.bannedSince(formatAdminTime(ban.at), ban.by.username)}</p>
        <p className="text-pretty wrap-anywhere text-fg-2">{ban.reason}</p>
      </div>
    </div>
  );
}

/** Shows the reason for a flag, with a link to the reversed trade offers. */
export function FlagNote({ at, offer }: { at: string; offer: UserInfo['flaggedFor'] }) {
  const { users } = useAdminText();
  const mayOpen = useMayOpen();
  const trade = offer === null ? users.flaggedTrade : users.flaggedOffer[offer.kind](`#${offer.offerId}`);
  return (
    <div className="mb-4 flex gap-3 rounded-md border border-warn/40 bg-warn/8 p-4">
      <Flag size={20} aria-hidden className="mt-px shrink-0 text-warn" />
      <div className="min-w-0">
        <p className="font-semibold">{users.flagged(formatAdminTime(at), trade)}</p>
        <p className="text-pretty text-fg-2">{users.flaggedHint}</p>
        {mayOpen('adminTrades') && (
          <Link to={`${pages.adminTrades}?state=REVERSED`} className={`mt-1.5 inline-block ${textLinkClass}`}>
            {users.flaggedOffers}
          </Link>
        )}
      </div>
    </div>
  );
}
