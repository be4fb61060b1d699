import type { RevealedSeed, Seeds } from '@karat/contract/fairness';
import { sha256Hex } from '@karat/rules/sha256';
import clsx from 'clsx';
import { Check, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ValueLine } from './value-line.tsx';
import { useProofText } from './words/proof-text.ts';

/** The result of a rotation: the revealed seed, and the hashes shown before it. */
export type Reveal = { readonly revealed: RevealedSeed; readonly shown: Seeds; readonly now: Seeds };

/** The revealed seed, compared with the hashes this page showed before. */
export function RevealedPanel({ revealed, shown, now }: Reveal) {
  const t = useProofText();
  const place = useRef<HTMLHeadingElement>(null);
  useEffect(() => place.current?.focus(), []);
  const hash = sha256Hex(revealed.serverSeed);
  const isMatch = hash === shown.active.serverSeedHash;
  // Another tab may have rotated since; then the seed in use was the one announced here as next.
  const isElsewhere = hash === shown.next.serverSeedHash;
  const isNextMatch = now.active.serverSeedHash === shown.next.serverSeedHash;
  return (
    <section
      className={clsx(
        'rounded-md border p-4',
        isMatch || isElsewhere ? 'border-success/35 bg-success/6' : 'border-danger/45 bg-danger/6',
      )}
    >
      <h3 ref={place} tabIndex={-1} className="font-display text-base font-bold outline-none">
        {t.seeds.revealedTitle}
      </h3>
      <p className="mt-0.5 mb-3 text-fg-2">{t.seeds.revealedRolls(revealed.rolls)}</p>
      <dl className="grid gap-4 sm:grid-cols-2">
        <ValueLine label={t.inputs.serverSeed} value={revealed.serverSeed} />
        <ValueLine label={t.inputs.clientSeed} value={revealed.clientSeed} />
      </dl>
      <ul className="mt-3 grid gap-2">
        <Mark isRight={isMatch || isElsewhere}>
          {isMatch ? t.seeds.matches : isElsewhere ? t.seeds.elsewhere : t.seeds.broken}
        </Mark>
        {!isElsewhere && <Mark isRight={isNextMatch}>{isNextMatch ? t.seeds.nextMatches : t.seeds.nextBroken}</Mark>}
      </ul>
    </section>
  );
}

function Mark({ isRight, children }: { isRight: boolean; children: string }) {
  const Icon = isRight ? Check : X;
  return (
    <li
      data-state={isRight ? 'right' : 'wrong'}
      className={clsx('flex gap-2', isRight ? 'text-success' : 'text-danger')}
    >
      <Icon size={18} strokeWidth={2.5} aria-hidden className="mt-px shrink-0" />
      <span className="text-pretty">{children}</span>
    </li>
  );
}
