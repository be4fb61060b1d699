import type { Sellable } from '@karat/contract/inventory';
import { listItemOnMarket } from '@karat/contract/market';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiRefusal, call, isUnauthenticated } from '#app/api.ts';
import { useText } from '#i18n/i18n.ts';
import { useMarketText } from '#i18n/market/market-text.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { formatNumber } from '#ui/format.ts';
import { showToast } from '#ui/toast.tsx';
import { STALL_KEY } from './queries.ts';
import { underOwnKey } from './request-keys.ts';

type Offer = { readonly item: Sellable; readonly price: number };

/** Where the platform keeps these among the tags of an item. */
const [TYPE_TAG, RARITY_TAG, EXTERIOR_TAG] = [0, 4, 5];

function list({ item, price }: Offer) {
  const { id: itemId, name: itemName, icon_url: image, tags } = item;
  const tag = (at: number) => tags[at]?.name;
  const named = { rarity: tag(RARITY_TAG), weaponType: tag(TYPE_TAG), skinExterior: tag(EXTERIOR_TAG) };
  const body = { itemId, itemName, image, price, ...named };
  return underOwnKey(`list ${itemId} ${price}`, (idempotencyKey) =>
    call(listItemOnMarket, { body }, { idempotencyKey }),
  );
}

/** Offers an owned item; the toasts are the specification's. */
export function useListItem(onDone: () => void) {
  const t = useText();
  const { sell } = useMarketText();
  const queryClient = useQueryClient();
  return useMutation({
    retry: 0,
    mutationFn: list,
    onSuccess: (_, { item, price }) => {
      onDone();
      showToast('success', sell.listed(item.name, formatNumber(price)));
    },
    onError: (error) => {
      if (isUnauthenticated(error)) return;
      if (error instanceof ApiRefusal) showToast('error', t.toasts.error(textOfRefusal(t, error) || sell.failed));
      else showToast('error', sell.broken);
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['inventory'] });
      void queryClient.invalidateQueries({ queryKey: STALL_KEY });
    },
  });
}
