import type { GameReturn, ReportGame } from '@karat/contract/reports';
import { plural } from '#i18n/plural.ts';

/** Texts of the staff pages in the default language. */
export const mixedAdmin = {
  reports: {
    lead: 'What the house earns and owes, by days of UTC.',
    range: 'Range',
    lastDays: (days: number) => plural(days, { one: 'day', other: 'days' }),
    from: 'From',
    to: 'To',
    download: 'Download CSV',
    failed: 'An error occurred while fetching data.',
    figures: 'Figures',
    moneyIn: 'Money in',
    moneyInHint: 'Skins deposited',
    reversed: (amount: string) => `${amount} of it taken back`,
    moneyOut: 'Money out',
    moneyOutHint: 'Skins withdrawn',
    profit: 'House profit',
    profitHint: 'By the books, in this range',
    adjusted: (amount: string) => `By hand: ${amount}`,
    liability: 'Liability now',
    balances: 'Balances',
    skins: 'Skins, when withdrawn',
    skinsSoldBack: (amount: string) => `Skins are worth ${amount} when sold back.`,
    stakes: 'Stakes',
    buyOrders: (amount: string) => `${amount} of the balances are promised in buy orders`,
    online: 'Players online',
    offers: 'Pending offers',
    waiting: 'Waiting adjustments',
    chart: 'House profit by day',
    chartHint:
      'Above the line the house gained, below it paid. Skins that players keep are no cost yet: they are part of the liability.',
    chartDay: 'Day',
    chartSum: 'All days',
    chartEmpty: 'Nothing moved in these days.',
    table: 'The same as a table',
    date: 'Day',
    games: {
      cases: 'Cases',
      roulette: 'Roulette',
      duels: 'Duels',
      market: 'Market fee',
      missions: 'Missions',
      promo: 'Welcome gifts',
      losses: 'Losses',
    } satisfies Record<ReportGame, string>,
    deposits: 'Deposits',
    withdrawals: 'Withdrawals',
    adjustments: 'By hand',
    returns: 'What games gave back',
    returnsHint:
      'The dot is what came back, the line what should. In the bright band it is 95 times of 100, in the dark one 9.999 times of 10.000.',
    roulette: 'Roulette',
    gamesPlayed: (count: number) => plural(count, { one: 'game', other: 'games' }),
    ofTheory: (actual: string, theoretical: string) => `${actual} back, ${theoretical} in theory`,
    edges: (soldBack: string, withdrawn: string) =>
      `House edge now: ${soldBack} when sold back, ${withdrawn} when withdrawn`,
    band: (low: string, high: string) => `95 of 100: ${low} – ${high}`,
    verdicts: {
      too_few: 'Too few to judge',
      fits: 'As it should be',
      outside: 'Outside 99,99\u00a0%',
    } satisfies Record<GameReturn['verdict'], string>,
    noReturns: 'Nothing was played in these days.',
    alerts: 'Worth a look',
    alertsHint: 'Flags only: nothing is done by itself.',
    noAlerts: 'Nothing stands out.',
    since: 'Since',
    and: (names: string, more: string) => `${names} and ${more} more`,
    alertTexts: {
      halt: (reason: string) => `Wagers are stopped: ${reason}`,
      breaches: (count: number) =>
        `${plural(count, { one: 'breach', other: 'breaches' })} of the books in the last audit.`,
      odds: (name: string) => `The drops of ${name} do not fit its published rates.`,
      returns: (name: string, days: number) =>
        `${name} gave back what chance does not explain, over ${plural(days, { one: 'day', other: 'days' })}.`,
      luck: (name: string, game: string, days: number) =>
        `${name} wins at ${game} more than chance explains, over ${plural(days, { one: 'day', other: 'days' })}.`,
      pair: (loser: string, winner: string, rooms: number) =>
        `${loser} and ${winner} met in ${plural(rooms, { one: 'room', other: 'rooms' })} with a stake within a week; the first lost more.`,
      address: (count: number) =>
        `${plural(count, { one: 'account', other: 'accounts' })} from one address within a week.`,
      listing: (name: string, seller: string) => `${seller} asks many times its worth for ${name}.`,
      handover: (buyer: string, seller: string) =>
        `${buyer} deposited, hardly played, and paid on the market, most of it to ${seller}.`,
      speed: (name: string, wagers: number) =>
        `${name} wagered ${plural(wagers, { one: 'time', other: 'times' })} within ten minutes: faster than any hand.`,
      own_adjustment: (name: string, count: number) =>
        `${name} changed their own balance by hand: ${plural(count, { one: 'time', other: 'times' })} within a week.`,
      adjustment_sum: (name: string, count: number) =>
        `${name} made ${plural(count, { one: 'change', other: 'changes' })} of balances within 24 hours that add up above the limit.`,
      flagged: (count: number) => `${plural(count, { one: 'flagged account', other: 'flagged accounts' })}.`,
      price_jumps: (count: number) => `${plural(count, { one: 'price jump', other: 'price jumps' })} held.`,
      paused_cases: (count: number) => `${plural(count, { one: 'case', other: 'cases' })} paused.`,
      offers: (count: number) => `${plural(count, { one: 'trade offer', other: 'trade offers' })} for staff.`,
      adjustments: (count: number) =>
        `${plural(count, { one: 'change', other: 'changes' })} waiting for a second admin.`,
    },
    played: (returned: string, staked: string, expected: string) =>
      `${returned} back of ${staked}, where ${expected} was to be expected`,
    lost: (lost: string, back: string) => `${lost} lost one way, ${back} the other`,
    asked: (asked: string, reference: string) => `${asked} asked, ${reference} is its price`,
    flow: (deposited: string, wagered: string, spent: string) =>
      `${deposited} deposited, ${wagered} wagered since, ${spent} paid to others`,
    changed: (given: string, taken: string) => `${given} given, ${taken} taken`,
    aloneUpTo: (limit: string) => `one admin alone may change up to ${limit}`,
    staffLog: 'Staff log',
    chainIntact: (acts: number) => `${plural(acts, { one: 'act', other: 'acts' })}, chain intact`,
    chainBroken: (acts: number, ids: string) => `${plural(acts, { one: 'act', other: 'acts' })}, broken at ${ids}`,
    verifying: 'The chain is being reckoned anew…',
    logFailed: 'The chain could not be checked.',
  },
};

export type AdminCatalogue = typeof mixedAdmin;
