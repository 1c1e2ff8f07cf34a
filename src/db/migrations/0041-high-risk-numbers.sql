-- Premium rate and satellite numbers are what toll fraud is made of: no client calls them until it may.

-- At most one list says which numbers those are. It stays, because without it every one of them would pass;
-- blocked, it refuses nothing.
alter table number_list
  add column is_high_risk boolean not null default false,
  add constraint number_list_high_risk_stays
    check (not is_high_risk or (mode <> 'RANDOM' and deleted_at is null));
create unique index number_list_high_risk on number_list (is_high_risk) where is_high_risk;

alter table client add column allow_high_risk boolean not null default false;
-- Traffic of interconnected switches is not cut by an update. A stolen SIP password is what this is about, so
-- retail clients have to be allowed one by one.
update client set allow_high_risk = true
  where account_id in (select id from account where kind = 'WHOLESALE');

-- A beginning: codes that belong to no country, and premium rate of countries where it has a beginning of its
-- own. The operator adds what its destinations need.
with list as (
  insert into number_list (owner_id, name, description, mode, default_action, is_high_risk)
  select 1,
    case when exists (select from number_list
        where owner_id = 1 and lower(name) = 'high-risk numbers' and deleted_at is null)
      then 'High-risk numbers of the switch' else 'High-risk numbers' end,
    'Premium rate and satellite: refused to clients that may not call them', 'PREFIX', 'ACCEPT', true
  returning id)
insert into number_list_item (number_list_id, key, action, tag, description)
select list.id, item.key, 'REJECT', item.tag, item.description
from list, (values
  ('870', 'satellite', 'Inmarsat'),
  ('878', 'premium', 'Universal personal numbers'),
  ('881', 'satellite', 'Mobile satellite systems'),
  ('882', 'satellite', 'International networks'),
  ('883', 'satellite', 'International networks'),
  ('979', 'premium', 'International premium rate'),
  ('1900', 'premium', 'North America, premium rate'),
  ('1976', 'premium', 'North America, premium rate'),
  ('31900', 'premium', 'Netherlands, premium rate'),
  ('31906', 'premium', 'Netherlands, premium rate'),
  ('31909', 'premium', 'Netherlands, premium rate'),
  ('3290', 'premium', 'Belgium, premium rate'),
  ('3389', 'premium', 'France, premium rate'),
  ('34803', 'premium', 'Spain, premium rate'),
  ('34806', 'premium', 'Spain, premium rate'),
  ('34807', 'premium', 'Spain, premium rate'),
  ('34905', 'premium', 'Spain, premium rate'),
  ('34907', 'premium', 'Spain, premium rate'),
  ('39892', 'premium', 'Italy, premium rate'),
  ('39895', 'premium', 'Italy, premium rate'),
  ('39899', 'premium', 'Italy, premium rate'),
  ('41900', 'premium', 'Switzerland, premium rate'),
  ('41901', 'premium', 'Switzerland, premium rate'),
  ('41906', 'premium', 'Switzerland, premium rate'),
  ('43900', 'premium', 'Austria, premium rate'),
  ('43901', 'premium', 'Austria, premium rate'),
  ('43930', 'premium', 'Austria, premium rate'),
  ('43931', 'premium', 'Austria, premium rate'),
  ('4470', 'premium', 'United Kingdom, personal numbers'),
  ('449', 'premium', 'United Kingdom, premium rate'),
  ('46900', 'premium', 'Sweden, premium rate'),
  ('46939', 'premium', 'Sweden, premium rate'),
  ('46944', 'premium', 'Sweden, premium rate'),
  ('4870', 'premium', 'Poland, premium rate'),
  ('49900', 'premium', 'Germany, premium rate'),
  ('61190', 'premium', 'Australia, premium rate')
) as item (key, tag, description);
