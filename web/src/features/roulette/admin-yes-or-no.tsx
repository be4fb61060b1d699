import { useDeskText } from '#i18n/desk/desk-text.ts';
import { langOf } from '#i18n/lang-of.ts';

export function YesOrNo({ is }: { is: boolean }) {
  const { games } = useDeskText();
  const word = is ? games.yes : games.no;
  return (
    <span lang={langOf(word)} className={is ? 'font-semibold text-success' : 'text-fg-2'}>
      {word}
    </span>
  );
}
