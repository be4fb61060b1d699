import { ExternalLink } from 'lucide-react';
import { useText } from '#i18n/i18n.ts';
import { Panel } from './panel.tsx';
import type { SaferPlayCatalogue } from './words/mixed.ts';
import { useSaferPlayText } from './words/safer-play-text.ts';

type HelpLine = { name: string; address: string; lang?: 'tr'; about: (help: SaferPlayCatalogue['help']) => string };

const turkey: HelpLine = {
  name: 'Yeşilay Danışmanlık Merkezi (YEDAM)',
  address: 'https://www.yedam.org.tr',
  lang: 'tr',
  about: (help) => help.turkey,
};
const international: HelpLine = {
  name: 'Gambling Therapy',
  address: 'https://www.gamblingtherapy.org',
  about: (help) => help.international,
};
const britain: HelpLine = {
  name: 'BeGambleAware',
  address: 'https://www.begambleaware.org',
  about: (help) => help.britain,
};
const anonymous: HelpLine = {
  name: 'Gamblers Anonymous',
  address: 'https://www.gamblersanonymous.org',
  about: (help) => help.anonymous,
};

/** Help lines, those in the reader's language first. */
const helpLines = {
  en: [international, britain, anonymous, turkey],
  tr: [turkey, international, anonymous, britain],
};

export function HelpPanel() {
  const { common, locale } = useText();
  const { help: t } = useSaferPlayText();
  return (
    <Panel id="help" title={t.title} text={t.text}>
      <ul className="-my-1 divide-y divide-line">
        {helpLines[locale].map(({ name, address, lang, about }) => (
          <li key={address} className="py-1.5">
            <a
              href={address}
              target="_blank"
              rel="noopener noreferrer"
              className="group/help flex min-h-11 items-center gap-3 rounded-sm"
            >
              <span className="min-w-0 grow">
                <span lang={lang} className="block font-semibold underline-offset-4 group-hover/help:underline">
                  {name}
                </span>
                <span className="block text-xs text-fg-3">{about(t)}</span>
              </span>
              <ExternalLink size={16} aria-hidden className="shrink-0 text-fg-3" />
              <span className="sr-only">({common.opensInNewTab})</span>
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
