import { LIMIT_KINDS, type PlayLimit } from '@karat/contract/safer-play';
import { LimitRow } from './limit-row.tsx';
import { Panel } from './panel.tsx';
import { useSaferPlayText } from './words/safer-play-text.ts';

/** Daily and weekly limits for deposits, wagers and losses. */
export function LimitsPanel({ limits }: { limits: readonly PlayLimit[] }) {
  const { limits: t } = useSaferPlayText();
  return (
    <Panel id="limits" title={t.title} text={t.text}>
      <div className="divide-y divide-line">
        {LIMIT_KINDS.map((kind) => (
          <div key={kind} className="py-4 first:pt-0 last:pb-0">
            <h3 className="font-semibold">{t.kinds[kind]}</h3>
            <p className="text-xs text-fg-3">{t.hints[kind]}</p>
            <ul className="mt-1">
              {limits
                .filter((limit) => limit.kind === kind)
                .map((limit) => (
                  <LimitRow key={limit.period} limit={limit} />
                ))}
            </ul>
          </div>
        ))}
      </div>
    </Panel>
  );
}
