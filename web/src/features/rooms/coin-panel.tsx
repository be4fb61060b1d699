import type { Room } from '@karat/contract/rooms';
import { roomFlip } from '@karat/rules/fairness';
import { isActive } from '@karat/rules/rooms';
import { sha256Hex } from '@karat/rules/sha256';
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
  const { seedHash, seed, entropies, startingSide } = room;
  // Without a side there is nothing to verify the seed against.
  if (startingSide === null && !isActive(room.state)) {
    return (
      <Panel title={t.title} className="lg:grow">
        <p className="text-card text-pretty text-fg-2">{t.neverThrown}</p>
      </Panel>
    );
  }
  return (
    <Panel title={t.title} className="lg:grow">
      <p className="mb-3 text-card text-pretty text-fg-2">{t.text}</p>
      {startingSide !== null && <p className="mb-3 font-semibold">{t.sides[startingSide]}</p>}
      <dl className="space-y-2 text-card">
        <Value name={t.hash} value={seedHash} />
        {seed === null ? (
          <div>
            <dt className="text-xs text-fg-3">{t.seed}</dt>
            <dd className="text-fg-2">{t.hidden}</dd>
          </div>
        ) : (
          <Value name={t.seed} value={seed} />
        )}
        {entropies !== null && (
          <Value name={t.entropies} value={entropies.map((entropy) => entropy || t.none).join(', ')} />
        )}
      </dl>
      {seed !== null && startingSide !== null && (
        <Button className="mt-3" onClick={() => setChecked(true)}>
          {t.verify}
        </Button>
      )}
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

function Value({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-xs text-fg-3">{name}</dt>
      <dd className="flex items-center gap-1">
        <span className="min-w-0 grow font-mono text-xs break-all">{value}</span>
        <CopyButton text={value} />
      </dd>
    </div>
  );
}
