import { openAuth } from '#core/modals.ts';
import { siteSettings } from '#core/site.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { DiamondGlyph } from '#ui/diamonds.tsx';
import { useWelcomeText } from './words/welcome-text.ts';

/** Invites visitors to create an account: one line, with what they start with. */
export function Invitation() {
  const t = useWelcomeText();
  const { common } = useText();
  const { isRealValue, welcomeBonus } = siteSettings();
  return (
    <section
      aria-label={t.createAccount}
      className="mb-5 flex items-center gap-x-4 gap-y-3 surface px-4 py-3.5 max-sm:flex-wrap md:px-5"
    >
      <DiamondGlyph size={26} className="text-primary" />
      <div className="min-w-0 flex-1">
        <p className="font-display text-base leading-5 font-bold text-pretty">
          {welcomeBonus > 0 ? t.invitation(common.diamonds(welcomeBonus)) : t.invitationPlain}
        </p>
        {!isRealValue && <p className="mt-0.5 text-card text-fg-2">{t.playMoney}</p>}
      </div>
      <Button className="max-sm:w-full" aria-haspopup="dialog" onClick={() => openAuth('signup')}>
        {t.createAccount}
      </Button>
    </section>
  );
}
