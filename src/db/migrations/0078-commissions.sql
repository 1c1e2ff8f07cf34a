-- Commissions: a share of what a reseller was charged for calls, which the account above it gives
-- back after each month, as a payment that no user has recorded.
alter table reseller
  add column commission_percent integer not null default 0
    check (commission_percent between 0 and 1000000),
  add column commission_from timestamptz;
comment on column reseller.commission_percent is 'In ten-thousandths of a percent; 0 is none.';
comment on column reseller.commission_from is 'Calls before have their commission, or get none.';

alter table payment drop constraint payment_kind_check;
alter table payment add constraint payment_kind_check check (kind in (
  'RECHARGE', 'PAYMENT_MADE', 'BONUS', 'COMMISSION', 'REFUND', 'ADJUSTMENT', 'REVERSAL'));
alter table payment alter column created_by drop not null;
alter table payment add constraint payment_is_recorded_by_a_user
  check ((kind = 'COMMISSION') = (created_by is null));
