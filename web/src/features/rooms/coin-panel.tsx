import type { Room } from '@karat/contract/rooms';
import { roomFlip } from '@karat/rules/fairness';
import { isActive } from '@karat/rules/rooms';
import { sha256Hex } from '@karat/rules/sha256';
import clsx from 'clsx';
import { CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Panel } from './panel.tsx';
import { useRoomText } from './words/room-text.ts';

/** Whether the seed matches its commitment and yields the starting side. */
function isCoinValid({ id, seed, seedHash, entropies, startingSide }: Room): boolean {
  if (seed === null || entropies === null || sha256Hex(seed) !== seedHash) return false;
  const flip = roomFlip({ serverSeed: seed, roomId: String(id), entropies, n: 0 });
  return startingSide === (flip === 0 ? 'ct' : 't');
}

/** The starting sides, and the proof that they were drawn fairly. */
export function CoinPanel({ room }: { room: Room }) {
  const { coin: t } = useRoomText();
  const [isChecked, setChecked] = useState(false);
  const { seedHash, seed, entropies, startingSide, player_count } = room;
  // Without a side there is nothing to verify the seed against.
  if (startingSide === null && !isActive(room.state)) {
    return (
      <Panel title={t.title} className="lg:grow">
        <p className="text-card text-pretty text-fg-2">{t.neverThrown}</p>
      </Panel>
    );
  }
  return (
    // Every part has its place before the match, so that its start moves nothing.
    <Panel title={t.title} className="lg:grow">
      <p className="mb-3 text-card text-pretty text-fg-2">{t.text}</p>
      <p className={clsx('mb-3 min-h-6', startingSide === null ? 'text-card text-fg-2' : 'font-semibold')}>
        {startingSide === null ? t.notThrown : t.sides[startingSide]}
      </p>
      <dl className="space-y-2 text-card">
        <Value name={t.hash} value={seedHash} />
        <Value name={t.seed} value={seed} />
        <Value
          name={t.entropies}
          value={entropies?.map((entropy) => entropy || t.none).join(', ') ?? null}
          isLong={player_count === '2v2'}
        />
      </dl>
      <Button className="mt-3" disabled={seed === null || startingSide === null} onClick={() => setChecked(true)}>
        {t.verify}
      </Button>
      <div role="status">{isChecked && <Verdict isValid={isCoinValid(room)} />}</div>
    </Panel>
  );
}

function Verdict({ isValid }: { isValid: boolean }) {
  const { coin: t } = useRoomText();
  const Icon = isValid ? CircleCheck : CircleX;
  return (
    <p className={`mt-3 flex items-center gap-2 font-semibold ${isValid ? 'text-success' : 'text-danger'}`}>
      <Icon size={18} aria-hidden className="shrink-0" />
      {isValid ? t.fits : t.doesNotFit}
    </p>
  );
}

/** A value with a button to copy it. Long values take up to four lines on a phone. */
function Value({ name, value, isLong = false }: { name: string; value: string | null; isLong?: boolean }) {
  const { coin: t } = useRoomText();
  return (
    <div>
      <dt className="text-xs text-fg-3">{name}</dt>
      <dd className={clsx('flex items-center gap-1', isLong ? 'min-h-16 lg:min-h-12' : 'min-h-10')}>
        {value === null ? (
          <span className="text-fg-2">{t.hidden}</span>
        ) : (
          <>
            <span className="min-w-0 grow font-mono text-xs break-all">{value}</span>
            <CopyButton text={value} />
          </>
        )}
      </dd>
    </div>
  );
}
