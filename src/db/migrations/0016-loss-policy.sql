-- What happens to a call that a reseller would sell below its own cost.
alter table reseller add column loss_policy text not null default 'WARN'
  check (loss_policy in ('BLOCK', 'WARN', 'ALLOW'));
