import { zodResolver } from '@hookform/resolvers/zod';
import type { Item } from '@karat/contract/items';
import { EXTERIORS, RARITIES, WEAPON_TYPES, marketNameOf, quickSellPriceOf } from '@karat/rules/items';
import { type Control, type FieldPathByValue, useController, useForm, useWatch } from 'react-hook-form';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { textOfIssue } from '#i18n/refusals.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { FormAlert } from '#ui/form-alert.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { Modal } from '#ui/modal.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { rarityColors } from '#ui/rarity.ts';
import { type ItemDraft, type ItemInput, draftOf, itemForm, useSaveItem } from './item-form.ts';
import { useAdminText } from './words/admin-text.ts';

type AdminItemModalProps = { item: Item | undefined; isOpen: boolean; onClose: () => void };

/** Adds an item, or edits the one that it is given. */
export function AdminItemModal({ item, isOpen, onClose }: AdminItemModalProps) {
  const words = useAdminText();
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={item ? words.items.editTitle : words.items.addTitle}>
      <ItemForm item={item} onSaved={onClose} />
    </Modal>
  );
}

type DraftControl = Control<ItemDraft, unknown, ItemInput>;

function ItemForm({ item, onSaved }: { item: Item | undefined; onSaved: () => void }) {
  const t = useText();
  const words = useAdminText();
  const form = useForm<ItemDraft, unknown, ItemInput>({
    resolver: zodResolver(itemForm),
    defaultValues: draftOf(item),
  });
  const { errors } = form.formState;
  const save = useSaveItem({ item, form, onSaved });
  const submit = form.handleSubmit((input) => {
    if (!save.isPending) save.mutate(input);
  });
  return (
    <form noValidate autoComplete="off" onSubmit={(event) => void submit(event)} className="space-y-4">
      <Preview control={form.control} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={words.items.itemName} error={errors.itemName?.message} {...form.register('itemName')} />
        <Field label={words.items.skinName} error={errors.skinName?.message} {...form.register('skinName')} />
      </div>
      <Field
        label={words.items.image}
        type="url"
        inputMode="url"
        error={errors.itemImgUrl?.message}
        {...form.register('itemImgUrl')}
      />
      <Choice label={words.items.exterior} name="skinExterior" choices={EXTERIORS} control={form.control} />
      <Choice label={words.items.rarity} name="skinRarity" choices={RARITIES} control={form.control} />
      <Choice label={words.items.weaponType} name="weaponType" choices={WEAPON_TYPES} control={form.control} />
      <PriceField form={form} error={errors.price?.message} isEdit={item !== undefined} />
      {errors.root?.message !== undefined && <FormAlert>{textOfIssue(t, errors.root.message)}</FormAlert>}
      <div className="flex justify-end pt-1">
        <Button type="submit" variant="primary" isPending={save.isPending}>
          {item ? t.common.save : words.items.add}
        </Button>
      </div>
    </form>
  );
}

type PriceFieldProps = { form: ReturnType<typeof useForm<ItemDraft, unknown, ItemInput>>; error: string | undefined };

function PriceField({ form, error, isEdit }: PriceFieldProps & { isEdit: boolean }) {
  const words = useAdminText();
  const price = useWatch({ control: form.control, name: 'price' });
  const pays = itemForm.shape.price.safeParse(price);
  const hint = pays.success ? words.items.paysHint(formatNumber(quickSellPriceOf(pays.data))) : undefined;
  return (
    <div>
      <Field
        label={words.items.price}
        type="number"
        inputMode="decimal"
        min={0}
        step="any"
        error={error}
        hint={hint}
        {...form.register('price', { valueAsNumber: true })}
      />
      {isEdit && <p className="mt-1.5 text-xs text-fg-3">{words.items.pauseHint}</p>}
    </div>
  );
}

type ChoiceName = FieldPathByValue<ItemDraft, ItemDraft['skinExterior' | 'skinRarity' | 'weaponType']>;
type ChoiceProps = { label: string; name: ChoiceName; choices: readonly string[]; control: DraftControl };

function Choice({ label, name, choices, control }: ChoiceProps) {
  const t = useText();
  const { field, fieldState } = useController({ control, name });
  const error = fieldState.error?.message;
  // After a submit the first invalid field gets the focus; for a choice that is its first card.
  const focusable = (node: HTMLElement | null) =>
    field.ref(node && { focus: () => node.querySelector('input')?.focus() });
  return (
    <div ref={focusable}>
      <RadioCards
        label={label}
        name={name}
        cards={choices.map((value) => ({ value, label: value }))}
        value={field.value}
        onChoose={field.onChange}
        error={error === undefined ? undefined : textOfIssue(t, error)}
      />
    </div>
  );
}

/** A live preview of what players will see. */
function Preview({ control }: { control: DraftControl }) {
  const words = useAdminText();
  const { itemName, skinName, skinExterior, skinRarity, itemImgUrl } = useWatch({ control }) as ItemDraft;
  const isNamed = itemName.trim() !== '' && skinName.trim() !== '' && (skinExterior as string) !== '';
  return (
    <div
      aria-hidden
      className="rarity-edge relative isolate flex items-center gap-4 overflow-hidden surface px-4 py-3"
      style={rarityColors(skinRarity)}
    >
      <span className="rarity-glow" />
      <ItemPicture
        src={itemForm.shape.itemImgUrl.safeParse(itemImgUrl).success ? itemImgUrl : ''}
        isEager
        sizes="96px"
        className="w-24"
      />
      <div className="min-w-0">
        <p className="text-xs text-fg-3">{words.items.preview}</p>
        <p className="mt-0.5 font-semibold text-pretty">
          {isNamed ? marketNameOf({ itemName: itemName.trim(), skinName: skinName.trim(), skinExterior }) : '…'}
        </p>
        <p className="mt-0.5 text-xs text-(--r-text)">{skinRarity}</p>
      </div>
    </div>
  );
}
