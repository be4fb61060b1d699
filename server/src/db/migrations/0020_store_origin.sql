-- Which table and which cluster this row was written in. A dump that is restored creates the table anew, so the row no longer
-- matches: the site then knows that it goes back to secrets which may have been revealed since. See db/store-origin.ts.
create table if not exists store_origin (
  is_only_row boolean primary key default true check (is_only_row),
  table_oid text not null,
  cluster_id text not null,
  -- Set by db:restore, and cleared when the secrets have been renewed.
  is_restored boolean not null
);
