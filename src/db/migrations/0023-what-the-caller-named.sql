-- Which domains the caller has named, whether it heard the gateway before the answer, and what a stranger has
-- claimed whose proof was wrong. Texts of strangers, cut by the engine.
alter table call_record
  add column from_domain text collate "C" not null default '',
  add column dialled_domain text collate "C" not null default '',
  -- In the record that stands for the call; calls of before have not told it.
  add column early_media boolean not null default false;

alter table auth_failure
  add column realm text collate "C" not null default '',
  add column to_uri text collate "C" not null default '';
