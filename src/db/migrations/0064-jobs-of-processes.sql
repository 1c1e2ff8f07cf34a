-- The supervisor has jobs too: those that need the owner of the tables, or the disk.
alter table job add column process text not null default 'jobs';
alter table job alter column process drop default;
