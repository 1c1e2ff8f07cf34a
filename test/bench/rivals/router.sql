-- Accounts and prices of P1. The tables of Kamailio's modules are made from Debian's own files.
alter table acc_cdrs
  add callid varchar(255), add client varchar(64), add number varchar(64),
  add gateway varchar(64), add price varchar(32);

-- Each call adds one to calls, so that a debit that was lost is found.
create table account (
  name text primary key,
  balance bigint not null,
  calls bigint not null default 0
) with (fillfactor = 50);

insert into account (name, balance) values ('client', 1000000000000);
insert into address (grp, ip_addr, mask, port, tag) values (1, '{{CALLER}}', 32, 0, 'client');
insert into mtree (tprefix, tvalue)
  select '44' || to_char(n, 'FM0000'), '30000' from generate_series(0, 9999) n;
insert into lcr_gw (lcr_id, gw_name, ip_addr, port, uri_scheme, transport, tag)
  select 1, name, '{{GATEWAY}}', 5060, 1, 1, name from unnest(array['one', 'two']) name;
insert into lcr_rule (lcr_id, prefix)
  select 1, '44' || to_char(n, 'FM0000') from generate_series(0, 9999) n;
insert into lcr_rule_target (lcr_id, rule_id, gw_id, priority)
  select 1, rule.id, gw.id, gw.id from lcr_rule rule cross join lcr_gw gw;
