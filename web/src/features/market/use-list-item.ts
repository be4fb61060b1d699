import type { SteamInventoryItem } from '@karat/contract/inventory';
import { type OwnListing, getMyListings, listItemOnMarket } from '@karat/contract/market';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiRefusal, call, isUnauthenticated } from '#core/api.ts';
import { offerPush } from '#core/push-offer.ts';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { showToast } from '#ui/toast.ts';
import { GRID_KEY, MY_MARKET_KEY } from './queries.ts';
import { withIdempotencyKey } from './request-keys.ts';
import { useMarketText } from './words/market-text.ts';

type NewListing = { readonly item: SteamInventoryItem; readonly price: number };

/** Indexes of these tags in Steam's list. */
const [TYPE_TAG, RARITY_TAG, EXTERIOR_TAG] = [0, 4, 5];

async function list({ item, price }: NewListing): Promise<OwnListing | undefined> {
  const { id: itemId, name: itemName, icon_url: image, tags } = item;
  const tag = (at: number) => tags[at]?.name;
  const named = { rarity: tag(RARITY_TAG), weaponType: tag(TYPE_TAG), skinExterior: tag(EXTERIOR_TAG) };
  const body = { itemId, itemName, image, price, ...named };
  const { data } = await withIdempotencyKey(`list ${itemId} ${price}`, (idempotencyKey) =>
    call(listItemOnMarket, { body }, { idempotencyKey }),
  );
  // A buy order may buy the item immediately, so look for it among the closed listings. If this lookup fails, the item was still listed.
  const closed = await call(getMyListings, { query: { view: 'closed', limit: '10' } }).catch(() => undefined);
  return closed?.data.find(({ id, state }) => id === data.listingId && state === 'SOLD');
}

/** Lists an owned item; a toast tells if it sold immediately. The other toasts are the specification's. */
export function useListItem(onDone: () => void) {
  const t = useText();
  const { sell } = useMarketText();
  const queryClient = useQueryClient();
  return useMutation({
    retry: 0,
    mutationFn: list,
    onSuccess: (sold, { item, price }) => {
      onDone();
      if (sold === undefined) {
        showToast('success', sell.listed(item.name, formatNumber(price)));
        offerPush('sale');
      } else {
        const words = sell.soldAtOnce(item.name, formatNumber(sold.price), formatNumber(sold.price - sold.fee));
        showToast('success', words);
      }
    },
    onError: (error) => {
      if (isUnauthenticated(error)) return;
      if (error instanceof ApiRefusal) {
        const reason = textOfRefusal(t, { code: error.code, message: error.error });
        showToast('error', t.toasts.error(reason || sell.failed));
      } else showToast('error', sell.broken);
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['inventory'] });
      void queryClient.invalidateQueries({ queryKey: MY_MARKET_KEY });
      // The player's own action shows in the grid at once; other players' changes wait for a click.
      void queryClient.invalidateQueries({ queryKey: GRID_KEY });
    },
  });
}
