-- The uploaded countries of networks. An address of a kind without a row has its country by the
-- file that comes with the product.
create table country_file (
  -- Another one for each upload, so that processes see that they have to load it.
  id bigint generated always as identity unique,
  kind text primary key check (kind in ('IPV4', 'IPV6')),
  file_name text not null,
  -- When its data was published.
  published_at timestamptz not null,
  networks_count integer not null check (networks_count > 0),
  countries_count integer not null check (countries_count > 0),
  -- Sorted rows of an address and the country from there on: core/firewall/country-table.ts.
  content bytea not null,
  uploaded_by text not null,
  uploaded_at timestamptz not null default now()
);
