import type { GameReturn, ReportGame, ReportPlayers } from '@karat/contract/reports';
import { plural } from '#i18n/plural.ts';

/** Texts of the staff pages in the default language. */
export const mixedAdmin = {
  reports: {
    lead: 'What the house earns and owes. Days are in UTC.',
    range: 'Range',
    lastDays: (days: number) => plural(days, { one: 'day', other: 'days' }),
    from: 'From',
    to: 'To',
    download: 'Download CSV',
    failed: 'An error occurred while fetching data.',
    figures: 'Figures',
    moneyIn: 'Money in',
    moneyInHint: 'Skins deposited',
    reversed: (amount: string) => `${amount} of it reversed`,
    moneyOut: 'Money out',
    moneyOutHint: 'Skins withdrawn',
    profit: 'House profit',
    profitOf: (amount: string) => `House profit ${amount}`,
    net: 'Net result',
    netHint: 'In this range',
    netUnknown:
      'Not known for some of these days: what players held in skins is stored for each day since an update of the site.',
    statement: 'Is the house losing money?',
    statementHint: 'The result from two sides. Each number leads to its rows.',
    earned: 'What it earned',
    flows: 'What came in and went out',
    reversals: 'Reversed deposits',
    skinsGain: 'Skins of players',
    skinsGainHint: 'Positive if they became fewer or cheaper, other than by withdrawals.',
    owedLess: 'Owed to players',
    owedLessHint: 'Balances, skins and stakes: positive if less is owed than before.',
    players: { all: 'Everyone', people: 'People' } satisfies Record<ReportPlayers, string>,
    fromSandbox: (amount: string) => `${amount} of it from sandbox players`,
    liability: 'Liability now',
    balances: 'Balances',
    skinsOwed: 'Skins, when withdrawn',
    skinsSoldBack: (amount: string) => `Skins are worth ${amount} when sold back.`,
    stakes: 'Stakes',
    buyOrders: (amount: string) => `${amount} of the balances is committed to buy orders`,
    online: 'Players online',
    offers: 'Pending offers',
    waiting: 'Pending adjustments',
    chart: 'House profit by day',
    chartHint:
      'Above the line the house gained, below it lost. Skins that players still own count as liability, not as cost.',
    chartDay: 'Day',
    chartSum: 'All days',
    chartEmpty: 'No activity on these days.',
    table: 'Show as table',
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
    adjustments: 'Adjustments',
    notable: 'Who won most',
    notableHint:
      'Won skins count at the price for which they can be sold back. Days that were summed before version 1.4 are not included.',
    wins: 'Largest wins',
    winners: 'Players who gained most at all games',
    noWinners: 'No wins on these days.',
    returns: 'Actual vs. expected payouts',
    returnsHint:
      'The dot is the actual payout, the line the expected one. The dot falls into the bright band 95\u00a0% of the time, into the dark band 99,99\u00a0%.',
    roulette: 'Roulette',
    gamesPlayed: (count: number) => plural(count, { one: 'game', other: 'games' }),
    ofTheory: (actual: string, theoretical: string) => `${actual} paid out, ${theoretical} expected`,
    edges: (soldBack: string, withdrawn: string) =>
      `House edge now: ${soldBack} when sold back, ${withdrawn} when withdrawn`,
    band: (low: string, high: string) => `95\u00a0% range: ${low} – ${high}`,
    verdicts: {
      too_few: 'Too few games',
      fits: 'As expected',
      outside: 'Outside 99,99\u00a0%',
    } satisfies Record<GameReturn['verdict'], string>,
    noReturns: 'No games on these days.',
    alerts: 'Alerts',
    /** The moment that figures show. */
    asOf: (time: string) => `As of ${time}`,
    alertsHint: 'For review only. Nothing is blocked automatically.',
    noAlerts: 'No alerts.',
    since: 'Since',
    and: (names: string, more: string) => `${names} and ${more} more`,
    alertTexts: {
      halt: (reason: string) => `Wagers are halted: ${reason}`,
      breaches: (count: number) => `The last audit found ${plural(count, { one: 'breach', other: 'breaches' })}.`,
      odds: (name: string) => `The drops of ${name} do not match its published rates.`,
      returns: (name: string, days: number) =>
        `Chance does not explain the payouts of ${name} over ${plural(days, { one: 'day', other: 'days' })}.`,
      luck: (name: string, game: string, days: number) =>
        `${name} won more at ${game} over ${plural(days, { one: 'day', other: 'days' })} than chance explains.`,
      pair: (loser: string, winner: string, rooms: number) =>
        `${loser} and ${winner} played ${plural(rooms, { one: 'paid room', other: 'paid rooms' })} within a week, and ${loser} lost more.`,
      address: (count: number) =>
        `${plural(count, { one: 'account', other: 'accounts' })} from one IP address within a week.`,
      listing: (name: string, seller: string) => `${seller} listed ${name} at many times its price.`,
      handover: (buyer: string, seller: string) =>
        `${buyer} deposited, hardly played and spent it on the market, mostly with ${seller}.`,
      speed: (name: string, wagers: number) =>
        `${name} placed ${plural(wagers, { one: 'wager', other: 'wagers' })} within ten minutes, too fast for a person.`,
      own_adjustment: (name: string, count: number) =>
        `${name} adjusted their own balance ${plural(count, { one: 'time', other: 'times' })} within a week.`,
      adjustment_sum: (name: string, count: number) =>
        `${name} made ${plural(count, { one: 'adjustment', other: 'adjustments' })} within 24 hours, above the limit in total.`,
      flagged: (count: number) => `${plural(count, { one: 'flagged account', other: 'flagged accounts' })}.`,
      price_jumps: (count: number) =>
        `${plural(count, { one: 'price jump', other: 'price jumps' })} waiting for staff.`,
      paused_cases: (count: number) => `${plural(count, { one: 'case', other: 'cases' })} paused.`,
      offers: (count: number) => `${plural(count, { one: 'trade offer', other: 'trade offers' })} waiting for staff.`,
      adjustments: (count: number) =>
        `${plural(count, { one: 'change', other: 'changes' })} waiting for a second person.`,
    },
    played: (returned: string, staked: string, expected: string) =>
      `${staked} staked, ${returned} paid out, ${expected} expected`,
    lost: (lost: string, back: string) => `${lost} lost one way, ${back} the other`,
    asked: (price: string, reference: string) => `Listed at ${price}, priced at ${reference}`,
    flow: (deposited: string, wagered: string, spent: string) =>
      `${deposited} deposited, ${wagered} wagered since, ${spent} paid to others`,
    changed: (given: string, taken: string) => `${given} added, ${taken} removed`,
    aloneUpTo: (limit: string) => `limit for one admin: ${limit}`,
    staffLog: 'Staff log',
    chainIntact: (acts: number) => `${plural(acts, { one: 'action', other: 'actions' })}, chain intact`,
    chainBroken: (acts: number, ids: string) =>
      `${plural(acts, { one: 'action', other: 'actions' })}, chain broken at ${ids}`,
    rows: {
      title: 'Rows of the report',
      back: 'Back to the report',
      sum: (amount: string, count: number) => `${amount} in ${plural(count, { one: 'row', other: 'rows' })}`,
      sumOfPeople: (people: string, all: string, sandbox: string) =>
        `${people}: ${all} of everyone, less ${sandbox} of sandbox players`,
      ofAll: 'Rows of everyone',
      ofSandbox: 'Rows of sandbox players',
      listLabel: 'Rows, newest first',
      time: 'Time',
      type: 'Type',
      player: 'Player',
      reference: 'Reference',
      accounts: 'Accounts',
      amount: 'Amount',
      none: 'No rows.',
      noFigure: 'This link names no figure and days. Open a number of the report.',
      newest: 'Newest',
      older: 'Older',
      pagesLabel: 'Pages of rows',
    },
    skins: {
      lead: 'What players held before the first day and after the last, at the prices of those moments.',
      sum: (amount: string, count: number) => `${amount} by ${plural(count, { one: 'item', other: 'items' })}`,
      listLabel: 'Skins, largest changes first',
      item: 'Item',
      start: 'Before',
      end: 'After',
      withdrawn: 'Withdrawn',
      gain: 'Gain',
    },
    verifying: 'Checking the chain…',
    logFailed: 'The chain could not be checked.',
  },
};

export type AdminCatalogue = typeof mixedAdmin;
