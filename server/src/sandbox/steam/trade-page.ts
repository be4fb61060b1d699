import { generatedAvatarUrl } from '@karat/art/urls';
import type { PlatformOfferState } from '#adapters/trading/trading.ts';
import { escapeHtml } from '#http/html.ts';
import { DIAMOND, renderDocument } from '../document.ts';
import type { Persona } from '../personas.ts';
import type { SandboxAsset } from './inventories.ts';
import type { SandboxOffer } from './offers.ts';
import { SANDBOX_TRADE_PATH, SANDBOX_TRADES_PATH } from './trading.ts';

/** Actions on an offer. */
export const OFFER_ACTIONS = ['accept', 'decline', 'expire', 'reverse'] as const;
export type OfferAction = (typeof OFFER_ACTIONS)[number];

type StateLabel = { readonly word: string; readonly tone: '' | 'open' | 'good' | 'bad'; readonly says: string };

const STATE_LABELS: Readonly<Record<PlatformOfferState, StateLabel>> = {
  unconfirmed: {
    word: 'Not confirmed yet',
    tone: 'open',
    says: 'The sender has to confirm the offer first. This takes a moment.',
  },
  active: {
    word: 'Waiting for you',
    tone: 'open',
    says: 'Accept it only if the code matches the one on Karat.',
  },
  accepted: {
    word: 'Accepted',
    tone: 'good',
    says: 'The skins were traded. The trade can be reversed for seven days.',
  },
  declined: { word: 'Declined', tone: 'bad', says: 'Nothing was traded.' },
  expired: { word: 'Expired', tone: 'bad', says: 'The offer was not answered in time. Nothing was traded.' },
  cancelled: { word: 'Cancelled', tone: 'bad', says: 'The sender cancelled the offer. Nothing was traded.' },
  countered: { word: 'Countered', tone: '', says: 'Another offer replaced it.' },
  invalid_items: {
    word: 'Not valid',
    tone: 'bad',
    says: 'Some of these skins are no longer available. Nothing was traded.',
  },
  in_escrow: {
    word: 'On hold',
    tone: 'open',
    says: 'This account has no Steam Guard, so the skins are held for 15 days.',
  },
  reversed: { word: 'Reversed', tone: 'bad', says: 'The trade was reversed. All skins went back.' },
};

const stateOf = ({ isReversed, state }: SandboxOffer): PlatformOfferState => (isReversed ? 'reversed' : state);

const pill = ({ word, tone }: StateLabel): string => `<span class="state ${tone}">${word}</span>`;

const party = ({ name }: Persona): string =>
  `<span class="party"><img src="${escapeHtml(generatedAvatarUrl(name))}" alt="" width="36" height="36">${escapeHtml(name)}</span>`;

function skinItem({ name, exterior, rarity, iconUrl, isTradable, assetId }: SandboxAsset, note = ''): string {
  const about = [exterior, rarity, note].filter((part) => part !== '').join(' · ');
  return `<li class="skin${isTradable ? '' : ' locked'}"><img src="${escapeHtml(iconUrl)}" alt="" width="256" height="192" loading="lazy">
<span class="name">${escapeHtml(name)}</span><span class="id">${escapeHtml(about)}</span><span class="id">#${assetId}</span></li>`;
}

function skinList(title: string, assets: readonly SandboxAsset[]): string {
  if (assets.length === 0) return '';
  return `<h2>${title} (${assets.length})</h2>\n<ul class="skins">\n${assets.map((asset) => skinItem(asset)).join('\n')}\n</ul>`;
}

const BUTTON_LABELS: Readonly<Record<OfferAction, string>> = {
  accept: 'Accept',
  decline: 'Decline',
  expire: 'Let it expire',
  reverse: 'Reverse the trade',
};
const BUTTON_CLASSES: Readonly<Record<OfferAction, string>> = {
  accept: '',
  decline: 'quiet',
  expire: 'quiet',
  reverse: 'harsh',
};

function actionForm(offerId: string, action: OfferAction): string {
  return `<form method="post" action="${SANDBOX_TRADE_PATH}${offerId}"><input type="hidden" name="action" value="${action}">
<button type="submit"${BUTTON_CLASSES[action] === '' ? '' : ` class="${BUTTON_CLASSES[action]}"`}>${BUTTON_LABELS[action]}</button></form>`;
}

function actionsFor(state: PlatformOfferState): readonly OfferAction[] {
  if (state === 'active') return ['accept', 'decline', 'expire'];
  if (state === 'unconfirmed') return ['expire'];
  return state === 'accepted' ? ['reverse'] : [];
}

export type ShownOffer = {
  readonly offer: SandboxOffer;
  readonly partner: Persona;
  readonly give: readonly SandboxAsset[];
  readonly take: readonly SandboxAsset[];
  /** Whether the visitor may answer it. */
  readonly isMine: boolean;
};

function actionButtons(offer: SandboxOffer, { partner, isMine }: Pick<ShownOffer, 'partner' | 'isMine'>): string {
  const actions = actionsFor(stateOf(offer));
  if (actions.length === 0) return '';
  if (isMine)
    return `<div class="actions">\n${actions.map((action) => actionForm(offer.id, action)).join('\n')}\n</div>`;
  return `<p class="lead">Only ${escapeHtml(partner.name)} can answer this offer. <a href="/">Sign in on Karat</a> to that account, then reload this page.</p>`;
}

/** The page of an offer, from its receiver's point of view. */
export function tradePage({ offer, partner, give, take, isMine }: ShownOffer, nonce: string): string {
  const state = stateOf(offer);
  const body = `<h1>${DIAMOND}<span>Trade offer</span></h1>
<p class="parties">${party({ steamId: '', name: 'Karat' })}<span>to</span>${party(partner)}${pill(STATE_LABELS[state])}</p>
<p class="said"><b>Message</b>${escapeHtml(offer.message)}</p>
${skinList('You give', take)}
${skinList('You receive', give)}
<p class="lead said">${STATE_LABELS[state].says}</p>
${actionButtons(offer, { partner, isMine })}
<p class="away"><a href="${SANDBOX_TRADES_PATH}?steamId=${offer.partnerSteamId}">All offers to ${escapeHtml(partner.name)}</a><br><a href="/">Back to Karat</a></p>`;
  return renderDocument({ title: `Trade offer ${offer.id} – sandbox platform`, nonce, body, isWide: true });
}

function offerItem(offer: SandboxOffer): string {
  const [gives, gets] = [offer.take.length, offer.give.length];
  const summary = [gives > 0 ? `you give ${gives}` : '', gets > 0 ? `you receive ${gets}` : ''].filter(
    (part) => part !== '',
  );
  return `<li><a class="offer" href="${SANDBOX_TRADE_PATH}${offer.id}">
<span class="who"><span class="name">${escapeHtml(offer.message)}</span><span class="id">#${offer.id} · ${summary.join(', ')}</span></span>
${pill(STATE_LABELS[stateOf(offer)])}</a></li>`;
}

export type ShownPerson = {
  readonly person: Persona;
  readonly tradeUrl: string;
  readonly offers: readonly SandboxOffer[];
  readonly assets: readonly SandboxAsset[];
  readonly protectedAssets: readonly SandboxAsset[];
};

/** A person's trade URL, offers and skins. */
export function tradesPage({ person, tradeUrl, offers, assets, protectedAssets }: ShownPerson, nonce: string): string {
  const skins = [
    ...protectedAssets.map((asset) => skinItem(asset, 'protected for 7 days')),
    ...assets.map((asset) => skinItem(asset, asset.isTradable ? '' : 'cannot be traded')),
  ];
  const nothing = (words: string): string => `<p class="lead">${words}</p>`;
  const body = `<h1><img src="${escapeHtml(generatedAvatarUrl(person.name))}" alt="" width="56" height="56"><span>${escapeHtml(person.name)}</span></h1>
<p class="id">${person.steamId}</p>
<h2>Trade URL</h2>
<code class="address">${escapeHtml(tradeUrl)}</code>
<h2>Offers</h2>
${offers.length === 0 ? nothing('None yet.') : `<ul class="offers">\n${offers.map(offerItem).join('\n')}\n</ul>`}
<h2>Skins (${skins.length})</h2>
${skins.length === 0 ? nothing('None.') : `<ul class="skins">\n${skins.join('\n')}\n</ul>`}
<p class="away"><a href="/">Back to Karat</a></p>`;
  return renderDocument({ title: `${person.name} – sandbox platform`, nonce, body, isWide: true });
}
