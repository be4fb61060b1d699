-- A change of a balance by hand above the limit waits here until a second admin has said yes or no, or its asker has
-- taken it back. Nothing moves before that.
create table adjustment_requests (
  id bigint generated always as identity primary key,
  player_id bigint not null references players,
  amount bigint not null check (amount <> 0),
  reason text not null,
  asked_by bigint not null references players,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused', 'withdrawn')),
  decided_by bigint references players,
  decision_reason text,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint adjustment_requests_decided check (
    (state = 'waiting') = (decided_at is null) and (state = 'waiting') = (decided_by is null)),
  -- Nobody says yes to what they have asked for themselves, or to what they would get.
  constraint adjustment_requests_by_another check (
    state not in ('approved', 'refused') or decided_by not in (asked_by, player_id)),
  constraint adjustment_requests_by_asker check (state <> 'withdrawn' or decided_by = asked_by)
);
create index adjustment_requests_state on adjustment_requests (state, id);
create index adjustment_requests_waiting on adjustment_requests (id) where state = 'waiting';
create trigger adjustment_requests_kept before delete or truncate on adjustment_requests
  for each statement execute function refuse_change();

-- Each change keeps the limit of its time, so that the audit judges it by that, and the request that allowed it. Those
-- from before there was a limit were within it, and so are those of a build that knows of none.
alter table adjustments
  add column approval_above bigint not null default 9007199254740991,
  add column request_id bigint constraint adjustments_one_a_request unique references adjustment_requests;
create index adjustments_of_actor on adjustments (player_id, actor_id, created_at);
