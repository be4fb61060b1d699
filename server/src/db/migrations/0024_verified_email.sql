-- When the player proved to own the e-mail address. Null for everybody until addresses can be verified.
--
-- Exclusions, breaks and limits that outlive an account bind another account by a Steam id, or by an e-mail address that both accounts
-- have verified. Those are stored under hashes of their own. The hashes of e-mail addresses that are stored already were not verified:
-- from now on they bind nobody, and only tell staff of a sign-up.
alter table players add column email_verified_at timestamptz;
