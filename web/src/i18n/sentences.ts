/** Validation sentences of the contract that are in Turkish. */
export const turkishSentences = [
  'E-mail gerekli.',
  'Geçersiz e-mail adresi.',
  'Kullanıcı adı gerekli.',
  'Kullanıcı adı en az 4 karakterden oluşmalı',
  'Kullanıcı adı en fazla 32 karakter olabilir.',
  'Kullanıcı adı yalnızca harf, rakam, nokta, tire ve alt çizgi içerebilir.',
  'Parola gerekli.',
  'Parola en az 6 karakterden oluşmalı',
  'Parola en az 8 karakterden oluşmalı',
  'Parola en fazla 128 karakter olabilir.',
  'Yeni parola gerekli.',
  'Parolalar birbiriyle uyumlu olmalı.',
] as const;

/** All validation sentences of the contract. The mixed language shows them as they are; the others use them as keys. */
export const validationSentences = [
  ...turkishSentences,
  'Invalid characters.',
  'Enter the code.',
  'Name is required.',
  'The code is wrong.',
  'Invalid id.',
  'Invalid link.',
  'Invalid item.',
  'Invalid key.',
  'Invalid hash.',
  'Invalid page.',
  'Invalid limit.',
  'Invalid sort.',
  'Invalid view.',
  'Invalid filter.',
  'Enter a username or an e-mail address, not both.',
  'Enter a username or a user id, not both.',
  'Invalid role.',
  'Please enter a valid price.',
  'Trade URL is required.',
  'This is not a trade URL.',
  'You can deposit up to 50 skins at once.',
  'Invalid choice.',
  'Invalid time.',
  'Text is required in both languages.',
  'Text must be at most 300 characters.',
  'The end must be after the start.',
  'Search text is required',
  'Search text is too long',
  'Name is too long',
  'Item name is required',
  'Skin name is required',
  'Skin exterior is required',
  'Skin rarity is required',
  'Weapon type is required',
  'Must be a valid URL',
  'Must be an image URL',
  'Price must be a number',
  'Price must be greater than 0',
  'Price is too high',
  'Case name is required',
  'Case not found.',
  'This name is reserved',
  'Drop rate must be 0 to 100 in steps of 0.01',
  'You must select at least one item.',
  'A case can hold up to 100 items.',
  'You can open 1 to 5 cases at once.',
  'You can sell up to 100 items at once.',
  'Client seed must be 1 to 64 letters, digits, - or _.',
  'Amount must be a whole number.',
  'Amount must not be 0.',
  'Amount is too large.',
  'Reason is required.',
  'Reason must be at most 200 characters.',
  'Invalid date.',
  'Choose red, green or black.',
  'Price must be a whole number.',
  'Bet must be a whole number.',
  'Bet at least 1 diamond.',
  'Bet is too large.',
  'Map is required',
  'Player count is required',
  'Server location is required',
  'Entry fee must be a whole number.',
  'Entry fee must not be negative.',
  'Entry fee is too high.',
  'Choose a team.',
  'Ready must be true or false.',
  'Invalid entropy.',
  'Command is required.',
  'Command must be at most 256 characters.',
  'Message is empty.',
  'Message must be at most 250 characters.',
  'Minutes must be a whole number.',
  'A mute can last up to 30 days.',
  'Seconds must be a whole number.',
  'Slow mode can be one hour at most.',
  'Subject is required.',
  'Subject must be at least 5 characters.',
  'Subject must be at most 120 characters.',
  'Message is required.',
  'Message must be at least 20 characters.',
  'Message must be at most 4000 characters.',
  'Mission title is required',
  'Mission type is required',
  'Mission description is required',
  'At most 80 characters',
  'At most 100 characters',
  'At most 300 characters',
  'Image URL is required',
  'Enter a valid image URL',
  'Target must be a number',
  'Target must be greater than 0',
  'Target is too high',
  'Reward must be a number',
  'Reward must be greater than 0',
  'Limit must be a whole number of diamonds.',
  'Limit is too large.',
  'Choose 15, 30 or 60 minutes, or none.',
  'Choose 1 to 42 days.',
  'Choose 6 to 60 months.',
  'Type your username to confirm.',
  'Choose yes or no.',
] as const;

/** Refusals of the server that say more than their code. A sentence that is not listed here gets the text of its code. */
type RefusalSentence =
  | 'Ticket is closed.'
  | 'Ticket not found.'
  | 'Mission not found.'
  | 'Links are not allowed in the chat.'
  | 'You just said that.'
  | 'You are writing too fast. Please wait a moment.'
  | 'Slow mode is on. Please wait a moment.'
  | 'Too many tickets. Please try again later.'
  | 'Too many messages. Please wait a moment.'
  | 'Too many tests. Please wait a moment.'
  | 'Too many downloads. Please wait a moment.'
  | 'You cannot hide yourself.'
  | 'You can hide up to 500 players.'
  | 'Staff cannot be muted.'
  | 'You are in a room. Leave it, or wait until the match is over.'
  | 'You have an open bet. Wait until the round is over.'
  | 'You have a trade that is still open or can still be reversed.'
  | 'Our staff must review your account first.'
  | 'Staff accounts cannot be deleted.'
  | 'Demo accounts are shared and cannot be deleted.'
  | 'Demo accounts are shared and have no second factor.'
  | 'Please sign in with Steam again, then delete the account within ten minutes.'
  | 'Your break already lasts longer. You can extend it, but not shorten it.'
  | 'Your exclusion already lasts longer. You can extend it, but not shorten it.'
  | 'You can confirm this change 24 hours after you requested it.'
  | 'This limit has no change to confirm.'
  | 'This would exceed your daily deposit limit.'
  | 'This would exceed your daily wager limit.'
  | 'This would exceed your daily loss limit.'
  | 'This would exceed your weekly deposit limit.'
  | 'This would exceed your weekly wager limit.'
  | 'This would exceed your weekly loss limit.'
  | 'Staff cannot be banned.'
  | 'Only admins may sign out staff.'
  | 'Your role is too new. You may decide seven days after you got it.'
  | 'The last admin cannot be demoted.'
  | 'A banned player cannot become staff.'
  | 'Sandbox players cannot become staff.'
  | 'Demo accounts are shared and cannot become staff.'
  | 'A player on a break or excluded cannot become staff.'
  | 'You cannot ban yourself.'
  | 'You cannot release your own exclusion.'
  | 'There is no exclusion to release.'
  | 'This account has been deleted by its owner.'
  | 'All sandbox players are busy. Please try again.'
  | 'It is too late for a rematch. Create a new room.'
  | 'The free seats are reserved for the rematch.'
  | 'Use the security page for your own two-step sign-in.'
  | 'Use the security page to sign yourself out.'
  | 'This account already has a password. Change it instead.'
  | 'Your account is already linked to another Steam account.'
  | 'Too many failed attempts.'
  | 'Too many signups. Please try again later.'
  | 'Too many people are signing in right now. Please try again.'
  | 'Too many tabs are open. This one no longer updates.'
  | 'This skin already exists with this exterior.'
  | 'A case with this name already exists.'
  | 'This is more than a wallet can hold.'
  | 'User not found.'
  | 'The game server refused the RCON password.'
  | 'The game server did not answer in time.'
  | 'The game server closed the connection.'
  | 'The game server sent an unreadable answer.'
  | 'Game server not found.'
  | 'A command must be one line of at most 256 bytes, without ; or `.'
  | 'An item can be added only once.'
  | 'Items without min_price are not offered for a case.'
  | 'Item not found.'
  | 'House edge is too low!'
  | 'The house edge when withdrawn is too low.'
  | 'House edge is negative! Increase the case price or reduce item values.';

export type Sentence = (typeof validationSentences)[number] | RefusalSentence;
