import { pages } from '@karat/contract/pages';
import {
  CloudOff,
  Hourglass,
  Link2,
  type LucideIcon,
  Lock,
  Power,
  RotateCcw,
  ShieldAlert,
  TriangleAlert,
} from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { ApiRefusal } from '#core/api.ts';
import { useSteamSignIn } from '#core/session.ts';
import { useText } from '#i18n/i18n.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { errorText } from '#ui/error-text.ts';
import { StateView } from '#ui/views.tsx';
import { codeOf } from './queries.ts';
import { useTradesText } from './words/trades-text.ts';

/** The wait when Steam does not say how long to wait. */
const RETRY_AFTER_DEFAULT_SECONDS = 30;

type TradeErrorProps = {
  error: unknown;
  /** The time of the error. */
  failedAt: number;
  isTrying: boolean;
  onRetry: () => void;
  onClose: () => void;
};

/** Explains why skins cannot be shown, and offers a way to fix it. */
export function TradeError({ error, failedAt, isTrying, onRetry, onClose }: TradeErrorProps) {
  const all = useText();
  const { trouble } = useTradesText();
  const retryButton = <RetryButton isTrying={isTrying} label={trouble.again} onPress={onRetry} />;
  switch (codeOf(error) ?? '') {
    case 'inventory_private':
      return (
        <ErrorMessage icon={Lock} title={trouble.private} text={trouble.privateText}>
          {retryButton}
        </ErrorMessage>
      );
    case 'platform_busy':
      return <SteamBusy error={error} failedAt={failedAt} isTrying={isTrying} onRetry={onRetry} />;
    case 'platform_unreachable':
      return (
        <ErrorMessage icon={CloudOff} title={trouble.unreachable} text={trouble.unreachableText}>
          {retryButton}
        </ErrorMessage>
      );
    case 'real_value_off':
      return <TradingOff />;
    case 'account_flagged':
      return <Flagged onClose={onClose} />;
    case 'steam_required':
      return <SteamRequired />;
    default:
      return (
        <ErrorMessage icon={TriangleAlert} title={trouble.failed} text={errorText(all, error)}>
          {retryButton}
        </ErrorMessage>
      );
  }
}

export function TradingOff() {
  const { trouble } = useTradesText();
  return <ErrorMessage icon={Power} title={trouble.off} text={trouble.offText} />;
}

export function Flagged({ onClose }: { onClose: () => void }) {
  const { trouble } = useTradesText();
  return (
    <ErrorMessage icon={ShieldAlert} title={trouble.flagged} text={trouble.flaggedText}>
      <ButtonLink to={pages.support} onClick={onClose}>
        {trouble.toSupport}
      </ButtonLink>
    </ErrorMessage>
  );
}

export function SteamRequired() {
  const { steam: words } = useTradesText();
  const steam = useSteamSignIn();
  return (
    <ErrorMessage icon={Link2} title={words.title} text={steam.isOffered ? words.text : words.notOffered}>
      {steam.isOffered && (
        <Button variant="primary" isPending={steam.isPending} onClick={steam.start}>
          {words.link}
        </Button>
      )}
    </ErrorMessage>
  );
}

function SteamBusy({ error, failedAt, isTrying, onRetry }: Omit<TradeErrorProps, 'onClose'>) {
  const { trouble } = useTradesText();
  const retryAfterSeconds = error instanceof ApiRefusal ? error.retryAfterSeconds : undefined;
  const remainingSeconds = useRemainingSeconds(failedAt + (retryAfterSeconds ?? RETRY_AFTER_DEFAULT_SECONDS) * 1_000);
  return (
    <ErrorMessage icon={Hourglass} title={trouble.busy} text={trouble.busyText}>
      <RetryButton
        isTrying={isTrying}
        isTooEarly={remainingSeconds > 0}
        label={remainingSeconds > 0 ? trouble.againIn(remainingSeconds) : trouble.again}
        onPress={onRetry}
      />
    </ErrorMessage>
  );
}

function RetryButton(props: { isTrying: boolean; isTooEarly?: boolean; label: string; onPress: () => void }) {
  const { isTrying, isTooEarly = false, label, onPress } = props;
  return (
    <Button
      disabled={isTooEarly}
      isPending={isTrying}
      icon={<RotateCcw size={18} aria-hidden />}
      className="tabular-nums"
      onClick={onPress}
    >
      {label}
    </Button>
  );
}

type ErrorMessageProps = { icon: LucideIcon; title: string; text: string | undefined; children?: ReactNode };

function ErrorMessage({ icon, title, text, children }: ErrorMessageProps) {
  return (
    <div role="status" className="-mb-4">
      <StateView icon={icon} title={title} text={text}>
        {children}
      </StateView>
    </div>
  );
}

/** Whole seconds until a time of this computer's clock; 0 once it has passed. */
function useRemainingSeconds(untilMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  const remainingSeconds = Math.max(0, Math.ceil((untilMs - now) / 1_000));
  const isOver = remainingSeconds === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isOver]);
  return remainingSeconds;
}
