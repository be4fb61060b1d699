import { zodResolver } from '@hookform/resolvers/zod';
import { type TradeStatus, newTradeUrl } from '@karat/contract/trades';
import { ExternalLink } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { FormAlert } from '#ui/form-alert.tsx';
import { errorText } from '#ui/error-text.ts';
import { useSaveTradeUrl } from './queries.ts';
import { useTradesText } from './words/trades-text.ts';

/** An example of a trade URL, the same in every language. */
const SHAPE = 'https://steamcommunity.com/tradeoffer/new/?partner=…&token=…';

type TradeUrlFormProps = {
  status: TradeStatus;
  onSaved?: () => void;
  /** Closes the form without saving; absent if that is not possible. */
  cancel?: { readonly label: string; readonly onCancel: () => void };
};

/** Asks for the trade URL that offers are sent to; in the sandbox one click fills it. */
export function TradeUrlForm({ status, onSaved, cancel }: TradeUrlFormProps) {
  const all = useText();
  const { tradeUrl: t } = useTradesText();
  const { suggestedTradeUrl, tradeUrlHelp } = status;
  const form = useForm<{ tradeUrl: string }>({
    resolver: zodResolver(newTradeUrl),
    defaultValues: { tradeUrl: '' },
  });
  const save = useSaveTradeUrl(() => onSaved?.());
  const send = (tradeUrl: string) => {
    if (!save.isPending) save.mutate(tradeUrl);
  };
  const submit = form.handleSubmit(({ tradeUrl }) => send(tradeUrl));
  const failure = save.isError ? errorText(all, save.error) : undefined;
  return (
    <section aria-labelledby="trade-url-title" className="surface p-4 sm:p-5">
      <h2 id="trade-url-title" className="font-display text-h2 font-bold">
        {t.title}
      </h2>
      <p className="mt-1 text-pretty text-fg-2">{t.text}</p>
      {suggestedTradeUrl !== null && (
        <>
          <Button
            variant="primary"
            className="mt-4 max-sm:w-full"
            isPending={save.isPending && save.variables === suggestedTradeUrl}
            onClick={() => send(suggestedTradeUrl)}
          >
            {t.suggest}
          </Button>
          <p className="mt-4 text-xs text-fg-3">{t.orPaste}</p>
        </>
      )}
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-3 space-y-4">
        <Field
          label={t.label}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={SHAPE}
          error={form.formState.errors.tradeUrl?.message}
          {...form.register('tradeUrl')}
        />
        {failure !== undefined && <FormAlert>{failure}</FormAlert>}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <Button
            type="submit"
            variant={suggestedTradeUrl === null ? 'primary' : 'secondary'}
            isPending={save.isPending && save.variables !== suggestedTradeUrl}
          >
            {t.save}
          </Button>
          {cancel && (
            <Button variant="quiet" onClick={cancel.onCancel}>
              {cancel.label}
            </Button>
          )}
          {tradeUrlHelp !== null && <Help url={tradeUrlHelp} />}
        </div>
      </form>
    </section>
  );
}

function Help({ url }: { url: string }) {
  const { tradeUrl: t, offer } = useTradesText();
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="hit-area inline-flex items-center gap-1.5 rounded-sm font-semibold text-primary hover:underline"
    >
      {t.help}
      <ExternalLink size={15} aria-hidden />
      <span className="sr-only">({offer.newTab})</span>
    </a>
  );
}
