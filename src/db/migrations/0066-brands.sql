-- The name, the colours and the address by which a reseller and all below it see the console. What
-- is null is inherited: from the nearest reseller above that has it.
create table brand (
  account_id bigint primary key references account,
  -- Where the console is opened; it counts from the moment that it was checked. Its index serves
  -- the page before the login.
  domain text constraint brand_domain unique
    check (domain = lower(domain) and length(domain) between 4 and 241),
  -- The text of the TXT record that proves the domain, another one for each domain.
  domain_token text not null check (domain_token <> ''),
  domain_checked_at timestamptz,
  title text check (title <> ''),
  -- The eight of the theme together, because they are made for each other.
  colors jsonb,
  support_email text check (support_email <> ''),
  terms_url text check (terms_url ~ '^https?://'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint brand_checked_domain check (domain is not null or domain_checked_at is null)
);
create trigger brand_touch before update on brand for each row execute function touch_row();

-- The images of a brand; uploaded one by one, as the operator's logo is.
create table brand_image (
  account_id bigint not null references account,
  kind text not null check (kind in ('LOGO', 'DARK_LOGO', 'FAVICON')),
  type text not null check (type in ('image/png', 'image/jpeg')),
  bytes bytea not null check (octet_length(bytes) <= 200000),
  -- Its address ends with it.
  hash text not null,
  primary key (account_id, kind)
);
-- An image by its address.
create index brand_image_hash on brand_image (hash);
