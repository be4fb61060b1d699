-- Null while the player may still see the welcome card.
alter table players add column welcome_dismissed_at timestamptz;

-- The card is for new players: not for those who have already played.
update players set welcome_dismissed_at = now()
where total_matches > 0
  or exists (select from openings where player_id = players.id)
  or exists (select from roulette_bets where player_id = players.id);
