import type { HeldPrice } from '@karat/contract/prices';
import { splitMarketName } from '@karat/rules/items';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowRight, Check, TrendingDown, TrendingUp, X } from 'lucide-react';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { useStaffText } from '#i18n/staff/staff-text.ts';
import { Button } from '#ui/button.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { showError } from '#ui/show-error.ts';
import { showToast } from '#ui/toast.ts';
import { usePercent } from '#ui/use-percent.ts';
import { decide, PRICES_KEY } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

/** 1000 and 3000 as +200 %. */
export function formatJump(
  { price, freshPrice }: Pick<HeldPrice, 'price' | 'freshPrice'>,
  formatPercent: (value: number) => string,
): string {
  const percent = Math.round((Math.abs(freshPrice - price) / price) * 100);
  return `${freshPrice < price ? '−' : '+'}${formatPercent(percent)}`;
}

/** A held price jump: the known price, the new one, and the choice between them. */
export function HeldRow({ heldPrice }: { heldPrice: HeldPrice }) {
  const { prices } = useAdminText();
  const formatPercent = usePercent();
  const { market_hash_name: fullName, price, freshPrice, seenAt } = heldPrice;
  const { name, exterior } = splitMarketName(fullName);
  const Trend = freshPrice < price ? TrendingDown : TrendingUp;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 px-3 py-3 @xl:grid-cols-[auto_minmax(0,1fr)_auto] @xl:gap-x-4 @xl:gap-y-1 @xl:px-4 @3xl:grid-cols-[auto_minmax(0,1fr)_auto_auto] @3xl:py-2">
      <span className="overflow-hidden rounded-sm bg-bg-2 @xl:row-span-2 @3xl:row-span-1">
        <ItemPicture src={heldPrice.image} sizes="64px" className="w-14 @xl:w-16" />
      </span>
      <div className="min-w-0">
        <p className="font-semibold text-pretty">{name}</p>
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-fg-3">
          <span className="text-fg-2">{exterior}</span>
          <span>
            {prices.seen}: <time dateTime={seenAt}>{formatAdminTime(seenAt)}</time>
          </span>
        </p>
      </div>
      <dl className="flex flex-wrap items-center gap-x-2 gap-y-1 @max-xl:col-span-2 @xl:@max-3xl:col-start-2 @xl:@max-3xl:row-start-2 @3xl:w-76 @3xl:justify-end">
        <dt className="sr-only">{prices.known}</dt>
        <dd className="flex">
          <Diamonds amount={price} className="text-fg-2" />
        </dd>
        <dt className="sr-only">{prices.fresh}</dt>
        <dd className="flex items-center gap-2">
          <ArrowRight size={16} aria-hidden className="text-fg-3" />
          <Diamonds amount={freshPrice} />
        </dd>
        <dt className="sr-only">{prices.change}</dt>
        <dd className="flex items-center gap-1 text-card font-semibold whitespace-nowrap text-warn tabular-nums @3xl:min-w-22 @3xl:justify-end">
          <Trend size={16} aria-hidden />
          {formatJump(heldPrice, formatPercent)}
        </dd>
      </dl>
      <Choice heldPrice={heldPrice} />
    </li>
  );
}

function Choice({ heldPrice }: { heldPrice: HeldPrice }) {
  const t = useText();
  const { prices } = useAdminText();
  const { changeWaits } = useStaffText();
  const queryClient = useQueryClient();
  const { itemId, market_hash_name: name, price, freshPrice } = heldPrice;
  const deciding = useMutation({
    mutationFn: decide,
    onSuccess: ({ data }, { isAccepted }) => {
      if (data !== undefined) return showToast('info', changeWaits);
      const done = isAccepted
        ? prices.accepted(name, formatNumber(freshPrice))
        : prices.unchanged(name, formatNumber(price));
      return showToast('success', done);
    },
    onError: (error) => showError(t, error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: PRICES_KEY }),
  });
  const choose = (isAccepted: boolean) => {
    if (!deciding.isPending) deciding.mutate({ itemId, isAccepted, price: freshPrice });
  };
  const isPendingAs = (isAccepted: boolean) => deciding.isPending && deciding.variables.isAccepted === isAccepted;
  return (
    <div className="flex gap-2 @max-xl:col-span-2 @max-xl:*:grow @xl:@max-3xl:col-start-3 @xl:@max-3xl:row-span-2 @xl:@max-3xl:row-start-1">
      <Button
        size="dense"
        icon={<X size={16} aria-hidden className="text-fg-3" />}
        isPending={isPendingAs(false)}
        aria-label={prices.keepOf(name)}
        onClick={() => choose(false)}
      >
        {prices.keep}
      </Button>
      <Button
        size="dense"
        icon={<Check size={16} aria-hidden className="text-success" />}
        isPending={isPendingAs(true)}
        aria-label={prices.acceptOf(name)}
        onClick={() => choose(true)}
      >
        {prices.accept}
      </Button>
    </div>
  );
}
