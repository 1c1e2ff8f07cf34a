-- The filters of a screen under a name, kept by a user.
create table saved_view (
  id bigint generated always as identity primary key,
  user_id bigint not null references console_user,
  -- Such as `reports/daily`, without the area.
  screen text not null,
  name text not null check (name <> ''),
  -- The query string of the address, without the question mark.
  query text not null check (length(query) <= 2000),
  -- Seen by all admins who see everything.
  is_shared boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- The views of a user, one of each name on a screen.
create unique index saved_view_name on saved_view (user_id, screen, lower(name));
-- The shared views of a screen.
create index saved_view_shared on saved_view (screen) where is_shared;
create trigger saved_view_touch before update on saved_view
  for each row execute function touch_row();
