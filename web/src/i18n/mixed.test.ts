import { expect, test } from 'vitest';
import { mixedSignIn as signIn } from '#features/accounts/words/mixed.ts';
import { mixedAdmin as casesAdmin } from '#features/cases/words/admin-mixed.ts';
import { mixedCases as caseList } from '#features/cases/words/mixed.ts';
import { mixedChat as chatWords } from '#features/chat/words/mixed.ts';
import { mixedInventory as inventoryWords } from '#features/inventory/words/mixed.ts';
import { mixedAdmin as itemsAdmin } from '#features/items/words/admin-mixed.ts';
import { mixedLeaderboard as ranks } from '#features/leaderboard/words/mixed.ts';
import { mixedAdmin as logsAdmin } from '#features/logs/words/admin-mixed.ts';
import { mixedMarket as bazaar } from '#features/market/words/mixed.ts';
import { mixedAdmin as missionsAdmin } from '#features/missions/words/admin-mixed.ts';
import { mixedMissions as missionWords } from '#features/missions/words/mixed.ts';
import { mixedNotifications as notificationWords } from '#features/notifications/words/mixed.ts';
import { mixedOpenings as casePage } from '#features/openings/words/mixed.ts';
import { mixedProfile as profileWords } from '#features/profile/words/mixed.ts';
import { mixedLobby as lobby } from '#features/rooms/words/lobby-mixed.ts';
import { mixedRoom as duel } from '#features/rooms/words/room-mixed.ts';
import { mixedAdmin as rouletteAdmin } from '#features/roulette/words/admin-mixed.ts';
import { mixedAdmin as serversAdmin } from '#features/servers/words/admin-mixed.ts';
import { mixedAdmin as ticketsAdmin } from '#features/tickets/words/admin-mixed.ts';
import { mixedTickets as ticketWords } from '#features/tickets/words/mixed.ts';
import { mixedTrades as tradeWords } from '#features/trades/words/mixed.ts';
import { mixed } from './mixed.ts';

const { menu, topBar, userMenu, chat, footer, views, toasts, profile } = mixed;
const { cases, market, sort, missions, inventory, roulette, admin, openings } = mixed;

// The specification's sentences, typos included. The left column is copied from it and must not be corrected.
test.each([
  ['Sign in with Steam', topBar.signInWithSteam],
  ['Profil', userMenu.profile],
  ['Support', userMenu.support],
  ['Inventory', userMenu.inventory],
  ['F.A.Q', userMenu.faq],
  ['Logout', userMenu.logout],
  ['Notifications', notificationWords.title],
  ['Seems like there is no notifications.', notificationWords.empty],
  ['Duellos', menu.duels],
  ['Market', menu.market],
  ['Missions', menu.missions],
  ['Cases', menu.cases],
  ['Profile', menu.profile],
  ['Inventory', menu.inventory],
  ['Support', menu.support],
  ['F.A.Q', menu.faq],
  ['About', footer.about],
  ['Privacy Policy', footer.privacy],
  ['Licensing', footer.licensing],
  ['Contact', footer.contact],
  ['Something went wrong.', views.error],
  ['Page could not found.', views.notFound],
  ['Profilim', profileWords.profile.tabProfile],
  ['Güvenlik', profileWords.profile.tabSecurity],
  ['Oyun geçmişim', profileWords.profile.tabHistory],
  ['My Profile', profile.title],
  ['Steam Profile', profileWords.profile.steamProfile],
  ['Last games', profileWords.profile.lastGames],
  ['Date', profileWords.profile.date],
  ['Game', profileWords.profile.game],
  ['Map', profileWords.profile.map],
  ['Result', profileWords.profile.result],
  ['Message is at the maximum length (250 characters).', chat.atMaximum],
  ['Kayıt başarılı!', signIn.signupDone],
  ['Kullanıcı adı veya email zaten kullanımda.', signIn.signupTaken],
  ['Kayıt başarısız.', signIn.signupFailed],
  ['Network error. Please try again later.', toasts.networkError],
  ['Giriş basarılı! Hoşgeldiniz.', toasts.loginDone],
  ['Login failed. Please try again.', signIn.loginFailed],
  ['Istek başarılı!', profileWords.toasts.passwordChanged],
  ['Error: {message}', toasts.error('{message}')],
  ['Password change failed', profileWords.toasts.passwordChangeFailed],
  ['Sell Your Item', bazaar.sell.title],
  ['Your Inventory Items', bazaar.sell.items],
  ['Submit Item', bazaar.sell.submit],
  ['Non-Tradable Items', bazaar.sell.nonTradable],
  ['This item is not tradable', bazaar.sell.notTradable],
  ['Please enter a valid price.', bazaar.sell.invalidPrice],
  ['Item {name} listed for sale at ${price}.', bazaar.sell.listed('{name}', '{price}')],
  ['Error: Failed to list the item.', toasts.error(bazaar.sell.failed)],
  ['An error occurred while listing the item.', bazaar.sell.broken],
  ['Create Room', lobby.createRoom],
  ['Waiting for players', lobby.waiting],
  ['Join', lobby.join],
  ['You successfully created a room!', lobby.created],
  ['Room Info', duel.info],
  ['Room Chat', chatWords.room],
  ['Cases', cases.title],
  ['OPEN', caseList.open],
  ['Go back to cases', cases.goBack],
  ['Case: {name}', cases.heading('{name}')],
  ['Open', casePage.open],
  ['Opening...', casePage.opening],
  ['Quick Sell', openings.quickSell],
  ['Item Sold!', openings.sold],
  ['This case includes', casePage.includes],
  ['{item} sold for {floored price}', openings.soldFor('{item}', '{floored price}')],
  ['You have to be sign in order to open case', casePage.signInFirst],
  ['Something went wrong while opening case.', casePage.failed],
  ['Market Place', market.title],
  ['+ Sell Your Item', bazaar.sellYourItem],
  ['Highest Price', sort.highestPrice],
  ['Lowest Price', sort.lowestPrice],
  ['Newest', sort.newest],
  ['Oldest', sort.oldest],
  ['Missions', missions.title],
  ['Claim Reward', missionWords.claimReward],
  ['My Inventory', inventory.title],
  ['(1 item found)', inventoryWords.found(1)],
  ['(12 item found)', inventoryWords.found(12)],
  ['#', ranks.place],
  ['Level', ranks.level],
  ['Username', ranks.username],
  ['Kills', ranks.kills],
  ['Wins', ranks.wins],
  ['red', roulette.red],
  ['black', roulette.black],
  ['green', roulette.green],
  ['Create Support Ticket', ticketWords.createTicket],
  ['1 ticket found', ticketWords.found(1)],
  ['12 tickets found', ticketWords.found(12)],
  ['Support ticket created successfully.', ticketWords.created],
  ['ERROR: {message}', ticketWords.createError('{message}')],
  ['An error occurred. Please try again.', ticketWords.createFailed],
  ['Destek talebi alınamadı.', ticketWords.fetchFailed],
  ['Error: Destek talebi alınamadı.', toasts.error(ticketWords.fetchFailed)],
  ['Close ticket', ticketWords.closeTicket],
  ['Destek talebi kapatildi.', ticketWords.closeDone],
  ['HATA: {message}', ticketWords.closeError('{message}')],
  ['Ticket is closed.', ticketWords.isClosed],
  ['An error occurred while fetching data.', ticketsAdmin.tickets.failed],
  ['Failed to load logs.', logsAdmin.logs.failed],
  ['An error occurred while fetching data.', rouletteAdmin.games.failed],
  ['Failed to fetch game info', rouletteAdmin.games.infoFailed],
  ['Evet', rouletteAdmin.games.yes],
  ['Hayır', rouletteAdmin.games.no],
  ['Support tickets', admin.tickets],
  ['Ticketlar', admin.ticketsTitle],
  ['Transactions', admin.transactions],
  ['Items', admin.items],
  ['Cases', admin.cases],
  ['Users', admin.users],
  ['Games', admin.games],
  ['Logs', admin.logs],
  ['Missions', admin.missions],
  ['Item added successfully', itemsAdmin.items.added],
  ['Item updated successfully!', itemsAdmin.items.updated],
  ['Failed to add item', itemsAdmin.items.addFailed],
  ['Failed to update item', itemsAdmin.items.updateFailed],
  ['Error adding item', itemsAdmin.items.addUnreachable],
  ['No items found!', itemsAdmin.items.none],
  ['Add new Case', casesAdmin.cases.add],
  ['Edit', casesAdmin.cases.edit],
  ['Case created!', casesAdmin.cases.created],
  ['Something went wrong!', casesAdmin.cases.createFailed],
  ['Failed to load items.', casesAdmin.cases.pickerFailed],
  ['Failed to update case', casesAdmin.cases.updateFailed],
  ['Case updated successfully!', casesAdmin.cases.updated],
  ['Total drop rate must be exactly 100%. Currently: 99.99%', casesAdmin.cases.totalSentence(99.99)],
  ['No opened cases found.', casesAdmin.cases.openedNone],
  ['Unknown Case', casesAdmin.cases.unknownCase],
  ['Unknown User', casesAdmin.cases.unknownUser],
  ['Unknown Item', casesAdmin.cases.unknownItem],
  ['Add new mission', missionsAdmin.missions.add],
  ['Rcon command successfully executed', serversAdmin.servers.executed],
  ['Edit', missionsAdmin.missions.edit],
  ['MIssion updated successfully!', missionsAdmin.missions.updated],
  ['Failed to update mission', missionsAdmin.missions.updateFailed],
  ['Mission added successfully', missionsAdmin.missions.added],
  ['Failed to add mission', missionsAdmin.missions.addFailed],
  ['Error adding mission', missionsAdmin.missions.addUnreachable],
  ['Add balance to your account', tradeWords.title],
  ['Choose a convenient payment method and top up your balance.', tradeWords.text],
  ['You will receive:', tradeWords.youWillReceive],
  ['Send Trade Offer', tradeWords.sendTradeOffer],
])('the mixed language says "%s" to the letter', (sentence, text) => {
  expect(text).toBe(sentence);
});

test('the mixed language shows the server’s own sentences for refusals and validation', () => {
  expect(mixed.refusals).toEqual({});
  expect(mixed.sentences).toEqual({});
});
