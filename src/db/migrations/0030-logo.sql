-- The logo of the operator, shown in the console and at the login; no row is that of the product.
create table logo (
  id smallint primary key default 1 check (id = 1),
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null check (octet_length(bytes) <= 200000),
  -- Part of its address, so that browsers keep one logo for good and see another one at once.
  hash text not null
);
