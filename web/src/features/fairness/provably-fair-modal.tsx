import { pages } from '@karat/contract/pages';
import { useState } from 'react';
import { Link, matchPath, useLocation } from 'react-router';
import { openAuth, setModalState, useModals } from '#core/modals.ts';
import { useSession } from '#core/session.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { RollList } from './roll-list.tsx';
import { RoundList } from './round-list.tsx';
import { SeedsPanel } from './seeds-panel.tsx';
import { VerifyForm } from './verify-form.tsx';
import { useProofText } from './words/proof-text.ts';

const close = () => setModalState('isProvablyFairOpen', false);

const GAMES = ['cases', 'roulette'] as const;
type Game = (typeof GAMES)[number];

/** The proofs of each game: for cases the player's own seeds and rolls, for roulette the rounds of all. */
export function ProvablyFairModal() {
  const site = useText();
  const t = useProofText();
  const isOpen = useModals((modals) => modals.isProvablyFairOpen);
  return (
    <Modal isOpen={isOpen} onClose={close} title={site.fairness.title} text={t.page.lead} width="picker">
      <Games />
      <p className="mt-6 text-center text-card">
        <Link
          to={pages.fair}
          onClick={close}
          className="hit-area rounded-sm font-semibold text-primary hover:underline"
        >
          {t.page.more}
        </Link>
      </p>
    </Modal>
  );
}

/** Starts with the game of the current page. */
function Games() {
  const t = useProofText();
  const { pathname } = useLocation();
  const isAtRoulette = [pages.roulette, pages.round].some((page) => matchPath(page, pathname));
  const [game, setGame] = useState<Game>(isAtRoulette ? 'roulette' : 'cases');
  return (
    <>
      <div className="mb-6">
        <RadioCards
          label={t.page.game}
          name="game"
          cards={GAMES.map((value) => ({ value, label: t.page.games[value] }))}
          value={game}
          onChoose={setGame}
        />
      </div>
      {game === 'cases' ? <CasesPart /> : <RoulettePart />}
    </>
  );
}

function CasesPart() {
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  if (!isLoggedIn) return <VisitorPart />;
  return (
    <>
      <SeedsPanel />
      <RollList onLeave={close} />
    </>
  );
}

function RoulettePart() {
  const t = useProofText();
  return (
    <>
      <p className="mb-5 text-pretty text-fg-2">{t.rounds.text}</p>
      <h3 className="mb-2 font-display text-h2 font-bold">{t.rounds.latest}</h3>
      <RoundList onLeave={close} />
      <h3 className="mt-8 mb-4 font-display text-h2 font-bold">{t.rounds.byHand}</h3>
      <VerifyForm start="round" hasChoice={false} />
    </>
  );
}

function VisitorPart() {
  const site = useText();
  const t = useProofText();
  const signIn = (mode: 'login' | 'signup') => {
    close();
    openAuth(mode);
  };
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3 rounded-md bg-bg-2 px-4 py-3">
        <p className="grow text-pretty text-fg-2">{t.page.signIn}</p>
        <Button variant="primary" onClick={() => signIn('login')}>
          {site.auth.login}
        </Button>
        <Button onClick={() => signIn('signup')}>{site.auth.signup}</Button>
      </div>
      <h3 className="font-display text-h2 font-bold">{t.page.verifyTitle}</h3>
      <p className="mt-1 mb-4 text-pretty text-fg-2">{t.page.verifyText}</p>
      <VerifyForm hasChoice={false} />
    </>
  );
}
