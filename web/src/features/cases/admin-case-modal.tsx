import type { AdminCase } from '@karat/contract/cases';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { FormAlert } from '#ui/form-alert.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { Modal } from '#ui/modal.tsx';
import { useCaseForm } from './case-form.ts';
import { ChosenList } from './chosen-list.tsx';
import { type MinWithdrawalEdge, withItem } from './draft.ts';
import { EdgeHint, MainFigures, MoreFigures } from './figures-bar.tsx';
import { ItemPicker } from './item-picker.tsx';
import { useAdminText } from './words/admin-text.ts';

type AdminCaseModalProps = {
  caseInfo: AdminCase | undefined;
  minWithdrawalEdge?: MinWithdrawalEdge;
  isOpen: boolean;
  onClose: () => void;
};

/** Creates or edits a case: items, odds, and the resulting house edge. */
export function AdminCaseModal({ caseInfo, minWithdrawalEdge = null, isOpen, onClose }: AdminCaseModalProps) {
  const words = useAdminText();
  const editor = useCaseForm({ caseInfo, onSaved: onClose, minWithdrawalEdge });
  const [isLeaving, setLeaving] = useState(false);
  const { errors } = editor.form.formState;
  // A second attempt to leave hides the question: only its button discards the input.
  const leave = () => (editor.isDirty ? setLeaving(!isLeaving) : onClose());
  return (
    <Modal
      isOpen={isOpen}
      onClose={leave}
      width="picker"
      title={caseInfo ? words.cases.editTitle(caseInfo.name) : words.cases.addTitle}
      {...(caseInfo?.isPaused === true && { text: words.cases.pausedHint })}
    >
      <form
        noValidate
        autoComplete="off"
        onSubmit={(event) => void editor.submit(event)}
        className="-mb-[calc(1.5rem+env(safe-area-inset-bottom))] sm:-mb-7"
      >
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
          <Field label={words.cases.name} error={errors.caseName?.message} {...editor.form.register('caseName')} />
          <Field
            label={words.cases.price}
            type="number"
            inputMode="decimal"
            min={0}
            step="any"
            error={errors.casePrice?.message}
            {...editor.form.register('casePrice', { valueAsNumber: true })}
          />
          <div className="flex items-start gap-4 sm:col-span-2">
            <Field
              label={words.cases.image}
              type="url"
              inputMode="url"
              error={errors.caseImgUrl?.message}
              className="min-w-0 grow"
              {...editor.form.register('caseImgUrl')}
            />
            {editor.picture !== undefined && (
              <figure className="shrink-0" aria-label={words.cases.preview}>
                <ItemPicture src={editor.picture} sizes="96px" className="w-24 rounded-md bg-bg-2" />
              </figure>
            )}
          </div>
        </div>
        <div className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
          <ItemPicker
            chosenIds={new Set(editor.chosen.map(({ item }) => item.id))}
            onPick={(item) => editor.change(withItem(editor.chosen, item))}
          />
          <ChosenList chosen={editor.chosen} onChange={editor.change} />
        </div>
        <dl className="mt-6 grid grid-cols-2 gap-3 sm:hidden">
          <MoreFigures figures={editor.figures} />
        </dl>
        <FormFooter
          editor={editor}
          isNew={caseInfo === undefined}
          isLeaving={isLeaving}
          onStay={() => setLeaving(false)}
          onDiscard={onClose}
        />
      </form>
    </Modal>
  );
}

type FootProps = {
  editor: ReturnType<typeof useCaseForm>;
  isNew: boolean;
  isLeaving: boolean;
  onStay: () => void;
  onDiscard: () => void;
};

/** Pinned at the bottom: the figures, the objection, and the button. */
function FormFooter({ editor, isNew, isLeaving, onStay, onDiscard }: FootProps) {
  const words = useAdminText();
  return (
    <div className="sticky bottom-[calc(-1.5rem-env(safe-area-inset-bottom))] z-10 sm:-bottom-7 -mx-5 mt-6 space-y-3 border-t border-line bg-bg-1 px-5 pt-3 pb-[calc(1rem+env(safe-area-inset-bottom))] sm:-mx-7 sm:px-7">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-8">
        <MainFigures figures={editor.figures} minWithdrawalEdge={editor.minWithdrawalEdge} />
        <MoreFigures figures={editor.figures} className="max-sm:hidden" />
      </dl>
      {editor.objection !== undefined && <FormAlert>{editor.objection}</FormAlert>}
      {editor.objection !== undefined && editor.figures.isTotalRight && (
        <EdgeHint figures={editor.figures} minWithdrawalEdge={editor.minWithdrawalEdge} />
      )}
      {isLeaving ? (
        <div className="flex flex-wrap items-center justify-end gap-3">
          <p role="alert" className="mr-auto font-semibold">
            {words.cases.discardTitle}
          </p>
          <Button onClick={onStay}>{words.cases.keep}</Button>
          <Button variant="danger" onClick={onDiscard}>
            {words.cases.discard}
          </Button>
        </div>
      ) : (
        <div className="flex justify-end">
          <Button type="submit" variant="primary" isPending={editor.isSaving} className="max-sm:grow">
            {editor.isSaving ? words.cases.saving : isNew ? words.cases.create : words.cases.save}
          </Button>
        </div>
      )}
    </div>
  );
}
