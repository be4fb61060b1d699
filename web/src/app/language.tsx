import { ChevronDown, Languages } from 'lucide-react';
import { type Language, currentText, languages, setLanguage, useLanguage, useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Menu, MenuChoices } from '#ui/menu.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { showToast } from '#ui/toast.tsx';

function choose(language: Language): void {
  setLanguage(language).catch(() => showToast('error', currentText().language.failed));
}

function useChoices() {
  const t = useText();
  return languages.map((value) => ({ value, label: t.language[value], lang: value === 'tr' ? 'tr' : 'en' }));
}

/** The choice of language, as a menu in the footer. */
export function LanguageMenu() {
  const t = useText();
  const language = useLanguage();
  const trigger = (
    <Button size="dense" variant="secondary" aria-label={`${t.language.label}: ${t.language[language]}`}>
      <Languages size={16} aria-hidden className="text-fg-3" />
      {t.language[language]}
      <ChevronDown size={14} aria-hidden className="text-fg-3" />
    </Button>
  );
  return (
    <Menu trigger={trigger} side="top" align="end">
      <MenuChoices value={language} choices={useChoices()} onChoose={choose} />
    </Menu>
  );
}

/** The same as cards, for the menu sheet. */
export function LanguageCards() {
  const t = useText();
  return (
    <RadioCards label={t.language.label} name="language" cards={useChoices()} value={useLanguage()} onChoose={choose} />
  );
}
