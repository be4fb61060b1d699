import type { ChatMessage } from '@karat/contract/chat';
import { ratingTier } from '@karat/rules/rating';
import clsx from 'clsx';
import { AtSign, Ellipsis } from 'lucide-react';
import { memo } from 'react';
import { useText } from '#i18n/i18n.ts';
import { Avatar } from '#ui/avatar.tsx';
import { formatTableTime } from '#ui/dates.ts';
import { PlayerName } from '#ui/player-name.tsx';
import { tierText } from '#ui/tier-text.ts';
import { useChatText } from './words/chat-text.ts';

/** A message whose menu is open, the button that opened it, and its position. */
export type Picked = { readonly line: ChatMessage; readonly opener: HTMLButtonElement; readonly place: DOMRect };

const createPicked = (line: ChatMessage, opener: HTMLButtonElement): Picked => ({
  line,
  opener,
  place: opener.getBoundingClientRect(),
});

type MessageRowProps = {
  line: ChatMessage;
  isHead: boolean;
  isPending: boolean;
  isMention: boolean;
  /** Whether the name opens a menu. */
  isNameButton: boolean;
  /** For staff each message has its own button. */
  isModerated: boolean;
  /** Whether this name is in the tab order; arrow keys reach the others. */
  isTabStop: boolean;
  onPick: (picked: Picked) => void;
};

/** One message, with its sender's name if it starts a group. */
export const ChatMessageRow = memo(function ChatLine(props: MessageRowProps) {
  const { line, isHead, isPending, isMention, isModerated, onPick } = props;
  const { sender, message } = line;
  return (
    <li
      className={clsx(
        'motion-line group flex gap-2.5 pr-3 pl-4 transition-opacity duration-140 hover:bg-bg-2/50',
        isHead ? 'mt-2 pt-1.5' : 'pt-0.5',
        'pb-0.5',
        isMention && 'bg-primary/8 shadow-[inset_2px_0_0_var(--color-primary)] hover:bg-primary/12',
        isPending && 'opacity-55',
      )}
    >
      {isHead ? (
        <span aria-hidden className="shrink-0">
          <Avatar src={sender.profileImg} username={sender.username} elo={sender.elo} size={36} />
        </span>
      ) : (
        <Time
          iso={line.timestamp}
          className="w-9 shrink-0 pt-[3px] text-center text-[0.625rem] leading-4 text-fg-3 opacity-0 group-hover:opacity-100"
        />
      )}
      <div className="min-w-0 grow">
        {isHead && <Head {...props} />}
        <p dir="auto" className="text-sm whitespace-pre-line text-fg/90">
          {message}
        </p>
        {isPending && <Sending />}
      </div>
      {isModerated && !isPending && <MoreButton line={line} onPick={onPick} />}
    </li>
  );
});

function Head({ line, isMention, isNameButton, isTabStop, onPick }: MessageRowProps) {
  const t = useText();
  const words = useChatText();
  const { username, isSandbox, elo, isStaff } = line.sender;
  const tier = ratingTier(elo);
  const tabIndex = isTabStop ? 0 : -1;
  const title = t.common.ratingTier(tier);
  const name = { username, isSandbox, title, className: clsx('text-card font-semibold', tierText[tier]) };
  return (
    <div className="flex min-w-0 items-center gap-x-1.5">
      {isNameButton ? (
        <button
          type="button"
          aria-haspopup="menu"
          title={title}
          tabIndex={tabIndex}
          onClick={(event) => onPick(createPicked(line, event.currentTarget))}
          className="-my-[3px] flex h-6 min-w-0 items-center rounded-[6px] pointer-coarse:hit-area hover:[&_bdi]:underline"
        >
          <PlayerName {...name} isPlain />
        </button>
      ) : (
        <PlayerName {...name} tabIndex={tabIndex} />
      )}
      {isStaff && (
        <span className="shrink-0 rounded-[5px] bg-primary/14 px-1.5 text-[0.625rem] leading-4 font-bold text-primary">
          {words.staff}
        </span>
      )}
      {isMention && (
        <span className="shrink-0 text-primary">
          <AtSign size={13} aria-hidden />
          <span className="sr-only">{words.mentionsYou}</span>
        </span>
      )}
      <Time iso={line.timestamp} className="shrink-0 text-2xs text-fg-3" />
    </div>
  );
}

const clocks = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

function Time({ iso, className }: { iso: string; className: string }) {
  const { locale } = useText();
  return (
    <time dateTime={iso} title={formatTableTime(iso, locale)} className={className}>
      {clocks.format(Date.parse(iso))}
    </time>
  );
}

function Sending() {
  const t = useChatText();
  return <span className="sr-only">{t.sending}</span>;
}

function MoreButton({ line, onPick }: Pick<MessageRowProps, 'line' | 'onPick'>) {
  const t = useChatText();
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={t.moderate(line.sender.username)}
      tabIndex={-1}
      onClick={(event) => onPick(createPicked(line, event.currentTarget))}
      className="grid h-6 w-7 shrink-0 place-items-center rounded-[6px] text-fg-2 opacity-0 group-hover:opacity-100 hover:bg-bg-3 hover:text-fg focus-visible:opacity-100 pointer-coarse:w-11 pointer-coarse:opacity-100"
    >
      <Ellipsis size={16} aria-hidden />
    </button>
  );
}
