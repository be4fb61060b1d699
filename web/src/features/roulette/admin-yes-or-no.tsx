import { langAttribute } from '#i18n/lang-attribute.ts';
import { useAdminText } from './words/admin-text.ts';

export function YesOrNo({ value }: { value: boolean }) {
  const { games } = useAdminText();
  const word = value ? games.yes : games.no;
  return (
    <span lang={langAttribute(word)} className={value ? 'font-semibold text-success' : 'text-fg-2'}>
      {word}
    </span>
  );
}
