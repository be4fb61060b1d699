import { pages } from '@karat/contract/pages';
import { BookOpen, Code, Download, type LucideIcon, Terminal } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { setModalState } from '#core/modals.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { BooksPanel } from './books-panel.tsx';
import { ChainsPanel } from './chains-panel.tsx';
import { Section } from './section.tsx';
import { parseVerifierUrl } from './verifier-url.ts';
import { VerifyForm } from './verify-form.tsx';
import { useProofText } from './words/proof-text.ts';

/** Explains how rolls and rounds are made and how to verify them. Public. */
export function FairPage() {
  const site = useText();
  const t = useProofText();
  return (
    <>
      <PageHeading title={site.fairness.title} lead={t.page.lead}>
        <Button onClick={() => setModalState('isProvablyFairOpen', true)}>{t.roll.yourSeeds}</Button>
      </PageHeading>
      <div className="grid max-w-240 gap-5">
        <Section title={t.page.howTitle}>
          <HowItWorks />
        </Section>
        <ChainsPanel />
        <VerifySection />
        <Section title={t.page.toolsTitle} text={t.page.toolsText}>
          <Tools />
        </Section>
        <BooksPanel />
      </div>
    </>
  );
}

/** Checks values from the URL at once. */
function VerifySection() {
  const t = useProofText();
  const { hash, key } = useLocation();
  const json = parseVerifierUrl(hash);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (json !== undefined) place.current?.querySelector('[role=status]')?.scrollIntoView({ block: 'center' });
  }, [json]);
  return (
    <div ref={place}>
      <Section title={t.page.verifyTitle} text={t.page.verifyText}>
        <VerifyForm key={json === undefined ? '' : key} json={json} />
      </Section>
    </div>
  );
}

function HowItWorks() {
  const t = useProofText();
  const { commit, join, draw, reveal } = t.page.steps;
  return (
    <ol className="grid gap-4 md:grid-cols-2">
      {[commit, join, draw, reveal].map((step, index) => (
        <li key={step} className="flex gap-3">
          <span
            aria-hidden
            className="grid size-7 shrink-0 place-items-center rounded-full bg-bg-3 font-display text-card font-bold text-primary"
          >
            {index + 1}
          </span>
          <p className="pt-1 text-pretty text-fg-2">{step}</p>
        </li>
      ))}
    </ol>
  );
}

const toolClass =
  'flex h-full min-h-14 items-center gap-3 rounded-md border border-line bg-bg-2 px-4 py-2.5 transition-colors duration-140 hover:bg-bg-3';

function Tools() {
  const t = useProofText();
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      <li>
        <a href="/verify/karat-verify.html" download className={toolClass}>
          <ToolWords icon={Download} name={t.page.html} note="karat-verify.html" />
        </a>
      </li>
      <li>
        <a href="/verify/karat-verify.mjs" download className={toolClass}>
          <ToolWords icon={Terminal} name={t.page.script} note="karat-verify.mjs" />
        </a>
      </li>
      <li>
        <Link to={`${pages.faq}#worked-example`} className={toolClass}>
          <ToolWords icon={BookOpen} name={t.page.example} note="openssl" />
        </Link>
      </li>
      <li>
        {/* Not a page of the app: the server documents its own calls. */}
        <a href="/docs" className={toolClass}>
          <ToolWords icon={Code} name={t.page.api} note="/fair/getRoll/{id}" />
        </a>
      </li>
    </ul>
  );
}

function ToolWords({ icon: Icon, name, note }: { icon: LucideIcon; name: string; note: string }) {
  return (
    <>
      <Icon size={20} aria-hidden className="shrink-0 text-primary" />
      <span className="min-w-0">
        <span className="block font-semibold">{name}</span>
        <span className="block font-mono text-xs text-fg-3">{note}</span>
      </span>
    </>
  );
}
