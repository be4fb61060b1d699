import { pages } from '@karat/contract/pages';
import { Link } from 'react-router';
import { useSession } from '#core/session.ts';
import { useText } from '#i18n/i18n.ts';
import { Brand } from '#ui/brand.tsx';
import { LanguageChoice } from './language.tsx';

const linkClass =
  'inline-flex h-11 items-center md:h-9 font-medium text-fg-2 transition-colors duration-140 hover:text-fg';

// Computed once: a page left open over New Year shows the old year.
const YEAR = new Date().getFullYear();

export function Footer() {
  const t = useText();
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const links = [
    ['/faq#about', t.footer.about],
    ['/faq#privacy', t.footer.privacy],
    ['/faq#licensing', t.footer.licensing],
    ['/faq#contact', t.footer.contact],
    [isLoggedIn ? pages.saferPlay : '/faq#limits', t.footer.limits],
  ] as const;
  return (
    <footer
      aria-label={t.footer.label}
      className="mt-14 border-t border-line px-3 py-7 text-card md:px-5 xl:px-6 2xl:px-8"
    >
      <div className="mx-auto max-w-370">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Link to="/" aria-label={t.brand.name} className="hit-area mr-2 inline-flex rounded-sm opacity-90">
            <Brand isWhole />
          </Link>
          <ul className="flex flex-wrap gap-x-5">
            {links.map(([to, label]) => (
              <li key={to}>
                <Link to={to} className={linkClass}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-4 text-xs text-fg-3">
          <span
            title={t.footer.adultsOnlyHint}
            className="grid h-6 shrink-0 place-items-center rounded-full border border-line-input px-2 font-bold text-fg-2"
          >
            {t.footer.adultsOnly}
          </span>
          <p className="min-w-0 flex-1 basis-60 text-pretty">
            {t.footer.playMoney} <span className="whitespace-nowrap">{t.footer.copyright(YEAR)}</span>
          </p>
          <LanguageChoice name="footer-language" />
        </div>
      </div>
    </footer>
  );
}
