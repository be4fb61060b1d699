import { zodResolver } from '@hookform/resolvers/zod';
import { editedCase, newCase } from '@karat/contract/case-forms';
import { type AdminCase, addNewCase, editCase } from '@karat/contract/cases';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { ApiRefusal, call, isUnauthenticated } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import type { Catalogue } from '#i18n/mixed.ts';
import { textOfIssue, textOfRefusal } from '#i18n/refusals.ts';
import { showToast } from '#ui/toast.ts';
import { invalidateCases } from './admin-queries.ts';
import {
  type ChosenItem,
  type Figures,
  type MinWithdrawalEdge,
  type Objection,
  chosenOf,
  figuresOf,
  objectionTo,
  itemsForRequest,
} from './draft.ts';
import type { AdminCatalogue } from './words/admin-mixed.ts';
import { useAdminText } from './words/admin-text.ts';

type Fields = { caseName: string; caseImgUrl: string; casePrice: number };
const names = ['caseName', 'caseImgUrl', 'casePrice'] as const;

const fieldsOf = ({ caseName, caseImgUrl, casePrice }: typeof newCase.shape) =>
  z.object({ caseName, caseImgUrl, casePrice });
// A new case accepts any URL; an edited one requires the URL of a picture.
const newFields = zodResolver(fieldsOf(newCase.shape)) as Resolver<Fields>;
const editedFields = zodResolver(fieldsOf(editedCase.shape)) as Resolver<Fields>;

/** The parsed price; undefined if it is invalid. */
function priceOf(typed: number): number | undefined {
  const price = newCase.shape.casePrice.safeParse(typed);
  return price.success ? price.data : undefined;
}

/** The URL of a picture; undefined while it is incomplete, so that nothing is requested. */
function pictureOf(typed: string): string | undefined {
  const url = editedCase.shape.caseImgUrl.safeParse(typed);
  return url.success ? url.data : undefined;
}

/** The initial value of an empty number field. */
const EMPTY = '' as never;

type Edited = { caseInfo: AdminCase | undefined; onSaved: () => void };
type Editing = Edited & { minWithdrawalEdge: MinWithdrawalEdge };

/** The state of the editor: fields, chosen items, figures, and saving. */
export function useCaseForm({ caseInfo, onSaved, minWithdrawalEdge }: Editing) {
  const t = useText();
  const words = useAdminText();
  const form = useForm<Fields>({
    resolver: caseInfo ? editedFields : newFields,
    defaultValues: {
      caseName: caseInfo?.name ?? '',
      caseImgUrl: caseInfo?.image ?? '',
      casePrice: caseInfo?.price ?? EMPTY,
    },
  });
  const { isDirty } = form.formState;
  const [chosen, setChosen] = useState<readonly ChosenItem[]>(() => chosenOf(caseInfo));
  const [isTouched, setTouched] = useState(false);
  const [objection, setObjection] = useState<string>();
  const price = priceOf(useWatch({ control: form.control, name: 'casePrice' }));
  const picture = pictureOf(useWatch({ control: form.control, name: 'caseImgUrl' }));
  const save = useSaveCase({ caseInfo, chosen, onSaved, onIssue: (name, message) => form.setError(name, { message }) });

  const submit = form.handleSubmit((fields) => {
    if (save.isPending) return;
    const found = objectionTo(priceOf(fields.casePrice)!, chosen, { isNew: caseInfo === undefined, minWithdrawalEdge });
    setObjection(found && sentenceOf(t, words, found));
    if (!found) save.mutate(fields);
  });
  return {
    form,
    chosen,
    picture,
    figures: figuresOf(price, chosen, minWithdrawalEdge) satisfies Figures,
    minWithdrawalEdge,
    objection,
    isDirty: isDirty || isTouched,
    isSaving: save.isPending,
    submit,
    change: (next: readonly ChosenItem[]) => {
      setChosen(next);
      setTouched(true);
      setObjection(undefined);
    },
  };
}

function sentenceOf(t: Catalogue, words: AdminCatalogue, objection: Objection): string {
  if ('totalPercent' in objection) return words.cases.totalSentence(objection.totalPercent);
  return textOfIssue(t, 'sentence' in objection ? objection.sentence : 'Drop rate must be 0 to 100 in steps of 0.01');
}

type Saved = Edited & {
  chosen: readonly ChosenItem[];
  onIssue: (name: keyof Fields, message: string) => void;
};

function useSaveCase({ caseInfo, chosen, onSaved, onIssue }: Saved) {
  const t = useText();
  const words = useAdminText();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (fields: Fields) => {
      const body = { ...fields, items: itemsForRequest(chosen) };
      return caseInfo ? call(editCase, { params: { id: String(caseInfo.id) }, body }) : call(addNewCase, { body });
    },
    onSuccess: () => {
      showToast('success', caseInfo ? words.cases.updated : words.cases.created);
      onSaved();
      return invalidateCases(queryClient);
    },
    onError: (error) => {
      if (isUnauthenticated(error)) return;
      const hasReason = error instanceof ApiRefusal && error.code !== 'internal' && error.message !== '';
      const fallback = caseInfo ? words.cases.updateFailed : words.cases.createFailed;
      showToast('error', hasReason ? textOfRefusal(t, error) : fallback);
      if (!hasReason) return;
      if (error.code === 'taken') onIssue('caseName', error.message);
      for (const { path, message } of error.issues) {
        const name = names.find((each) => each === path);
        if (name) onIssue(name, message);
      }
    },
  });
}
