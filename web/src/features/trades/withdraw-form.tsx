import type { OwnedItem } from '@karat/contract/inventory';
import type { TradeOffer, TradeStatus } from '@karat/contract/trades';
import { splitMarketName } from '@karat/rules/items';
import { Hourglass } from 'lucide-react';
import { useRef, useState } from 'react';
import { newIdempotencyKey } from '#core/api.ts';
import { useSession } from '#core/session.ts';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { formatDay } from '#ui/dates.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { FormAlert } from '#ui/form-alert.tsx';
import { Exterior, ItemName } from '#ui/item-name.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { rarityColors } from '#ui/rarity.ts';
import { errorText } from '#ui/error-text.ts';
import { Fact, Note } from './parts.tsx';
import { useWithdrawal } from './queries.ts';
import { TradeStatusNotes } from './trade-status-notes.tsx';
import { useTradesText } from './words/trades-text.ts';

type WithdrawFormProps = { item: OwnedItem; status: TradeStatus; onSent: (offer: TradeOffer) => void };

/** The value the server uses, which is more than Quick Sell pays. */
const valueOf = (item: OwnedItem): number => item.parentItemDetails.price;

/** The skin, its value, what happens to it, and a button with a confirmation. */
export function WithdrawForm({ item, status, onSent }: WithdrawFormProps) {
  const { withdraw: t } = useTradesText();
  const balance = useSession((session) => session.balance);
  // The server applies this rule too: the balance must cover the hold.
  const isOnHold = balance < status.held;
  const { approvalAbove } = status;
  return (
    <div className="space-y-4">
      <Skin item={item} />
      {isOnHold ? (
        <OnHold status={status} balance={balance} />
      ) : (
        <>
          <TradeStatusNotes status={status} />
          <ul className="list-disc space-y-1.5 pl-5 text-card text-pretty text-fg-2 marker:text-fg-3">
            <li>{t.bound}</li>
            <li>
              {t.largeAbove(formatNumber(approvalAbove))}
              {valueOf(item) > approvalAbove && <strong className="font-semibold text-warn"> {t.waits}</strong>}
            </li>
          </ul>
          <Send item={item} onSent={onSent} />
        </>
      )}
    </div>
  );
}

function Skin({ item }: { item: OwnedItem }) {
  const { withdraw: t } = useTradesText();
  const { market_hash_name: marketName, image, skinRarity } = item.parentItemDetails;
  const { name, exterior } = splitMarketName(marketName);
  return (
    <div
      style={rarityColors(skinRarity)}
      title={skinRarity}
      className="rarity-edge relative isolate flex items-center gap-4 overflow-hidden surface p-4"
    >
      <span aria-hidden className="rarity-glow" />
      <ItemPicture src={image} isEager sizes="128px" className="w-32 shrink-0 max-sm:w-26" />
      <div className="min-w-0">
        <h2 className="text-base text-pretty">
          <ItemName name={name} />
        </h2>
        <p>
          <Exterior exterior={exterior} rarity={skinRarity} />
        </p>
        <p className="mt-2 flex items-center gap-2 text-card text-fg-2">
          {t.value}
          <Diamonds amount={valueOf(item)} className="text-base text-fg" />
        </p>
      </div>
    </div>
  );
}

/** Shows how many diamonds a hold blocks, and until when. */
function OnHold({ status: { held, heldUntil }, balance }: { status: TradeStatus; balance: number }) {
  const { locale } = useText();
  const { withdraw: t, hold } = useTradesText();
  return (
    <>
      <Note tone="warn" icon={Hourglass} title={t.onHold}>
        {heldUntil === null ? hold.text : t.onHoldText(formatDay(heldUntil, locale))}
      </Note>
      <dl className="divide-y divide-line rounded-md bg-bg-2 px-3.5">
        <Fact label={t.held}>
          <Diamonds amount={held} />
        </Fact>
        <Fact label={t.balance}>
          <Diamonds amount={balance} />
        </Fact>
        <Fact label={t.missing}>
          <Diamonds amount={held - balance} className="text-warn" />
        </Fact>
      </dl>
    </>
  );
}

function Send({ item, onSent }: { item: OwnedItem; onSent: (offer: TradeOffer) => void }) {
  const all = useText();
  const words = useTradesText();
  const { withdraw: t } = useTradesText();
  const [isConfirming, setConfirming] = useState(false);
  const key = useRef<string>(undefined);
  const withdrawal = useWithdrawal(onSent);
  const send = () => {
    // The key stays until a response arrives: a retry after a lost response sends nothing twice.
    key.current ??= newIdempotencyKey();
    withdrawal.mutate({ itemId: item.id, idempotencyKey: key.current });
  };
  const failure = withdrawal.isError ? errorText(all, withdrawal.error) : undefined;
  return (
    <>
      {failure !== undefined && <FormAlert>{failure}</FormAlert>}
      {isConfirming ? (
        <div className="rounded-md bg-bg-2 p-4">
          <p className="text-pretty">{t.confirm}</p>
          <div className="mt-4 flex flex-wrap justify-end gap-3">
            <Button onClick={() => setConfirming(false)}>{t.confirmNo}</Button>
            <Button variant="primary" isPending={withdrawal.isPending} onClick={send}>
              {t.confirmYes}
            </Button>
          </div>
        </div>
      ) : (
        <Button variant="primary" size="main" className="w-full" onClick={() => setConfirming(true)}>
          {words.sendTradeOffer}
        </Button>
      )}
    </>
  );
}
