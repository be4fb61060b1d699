import clsx from 'clsx';
import { Languages } from 'lucide-react';
import { type Language, currentText, languages, setLanguage, useLanguage, useText } from '#i18n/i18n.ts';
import { showToast } from '#ui/toast.ts';

function choose(language: Language): void {
  setLanguage(language).catch(() => showToast('error', currentText().language.failed));
}

/** Three radio inputs for the language. Two of these on one page need different names. */
export function LanguageChoice({ name }: { name: string }) {
  const t = useText();
  const current = useLanguage();
  return (
    <fieldset className="inline-flex max-w-full items-center gap-2">
      <legend className="sr-only">{t.language.label}</legend>
      <Languages size={18} strokeWidth={1.75} aria-hidden className="shrink-0 text-fg-3 max-[24rem]:hidden" />
      <div className="flex rounded-md border border-line bg-bg-1 p-1">
        {languages.map((language) => (
          <label
            key={language}
            lang={language === 'tr' ? 'tr' : 'en'}
            className={clsx(
              'hit-area flex h-9 cursor-pointer items-center rounded-sm px-3 text-xs font-semibold whitespace-nowrap transition-colors duration-140 md:h-8',
              'has-focus-visible:outline-2 has-focus-visible:outline-primary',
              language === current ? 'bg-bg-3 text-fg' : 'text-fg-2 hover:text-fg',
            )}
          >
            <input
              type="radio"
              name={name}
              value={language}
              checked={language === current}
              onChange={() => choose(language)}
              className="sr-only"
            />
            {t.language[language]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
