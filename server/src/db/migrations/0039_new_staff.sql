-- When an admin gave the role in the panel; null for a role that the operator gave by a command, or before this version. New staff cannot
-- approve changes, so that an admin cannot create a second person for their own.
alter table players add column staff_role_since timestamptz;
