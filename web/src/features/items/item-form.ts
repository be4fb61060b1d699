import { editedItem } from '@karat/contract/item-forms';
import { type Item, addNewItem, editItem } from '@karat/contract/items';
import type { Exterior, Rarity, WeaponType } from '@karat/rules/items';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { ApiRefusal, NetworkFailure, call, isUnauthenticated } from '#core/api.ts';
import { useStaffText } from '#i18n/staff/staff-text.ts';
import { showToast } from '#ui/toast.ts';
import { invalidateItems } from './queries.ts';
import { useAdminText } from './words/admin-text.ts';

/** Both forms have the fields of an edit; a new item only names its price differently. */
export const itemForm = editedItem;
export type ItemDraft = z.input<typeof itemForm>;
export type ItemInput = z.output<typeof itemForm>;

/** The initial value of an empty choice or number. */
const EMPTY = '' as never;

export function draftOf(item: Item | undefined): ItemDraft {
  if (!item) {
    const chosen = { skinExterior: EMPTY, skinRarity: EMPTY, weaponType: EMPTY };
    return { itemName: '', skinName: '', itemImgUrl: '', ...chosen, price: EMPTY };
  }
  const { itemName, skinName, image, price } = item;
  return {
    itemName,
    skinName,
    itemImgUrl: image,
    skinExterior: item.skinExterior as Exterior,
    skinRarity: item.skinRarity as Rarity,
    weaponType: item.weaponType as WeaponType,
    price,
  };
}

function send(item: Item | undefined, { price, ...fields }: ItemInput) {
  return item
    ? call(editItem, { params: { id: String(item.id) }, body: { ...fields, price } })
    : call(addNewItem, { body: { ...fields, itemPrice: price } });
}

type Form = UseFormReturn<ItemDraft, unknown, ItemInput>;

/** Adds or edits the item, and shows server issues at their fields. */
export function useSaveItem({ item, form, onSaved }: { item: Item | undefined; form: Form; onSaved: () => void }) {
  const words = useAdminText();
  const staff = useStaffText();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: ItemInput) => send(item, input),
    onSuccess: ({ data }) => {
      if ('state' in data) showToast('info', staff.changeWaits);
      else showToast('success', item ? words.items.updated : words.items.added);
      onSaved();
      return invalidateItems(queryClient);
    },
    onError: (error) => {
      if (isUnauthenticated(error)) return;
      const isUnreachable = error instanceof NetworkFailure;
      if (item) showToast('error', words.items.updateFailed);
      else showToast('error', isUnreachable ? words.items.addUnreachable : words.items.addFailed);
      if (error instanceof ApiRefusal) showIssues(form, error);
    },
  });
}

function showIssues(form: Form, refusal: ApiRefusal): void {
  const names = Object.keys(form.getValues()) as (keyof ItemDraft)[];
  const fieldErrors = refusal.issues.flatMap(({ path, message }) => {
    const name = path === 'itemPrice' ? 'price' : names.find((each) => each === path);
    return name === undefined ? [] : [{ name, message }];
  });
  for (const { name, message } of fieldErrors) form.setError(name, { message });
  if (fieldErrors.length === 0 && refusal.message !== '')
    form.setError('root', { type: refusal.code, message: refusal.message });
}
