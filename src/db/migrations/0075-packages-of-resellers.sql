-- Packages of resellers (ADR-0016): a client has those of the account right above it. A
-- subscription whose client has another parent by now is paused.

alter table package_subscription drop constraint package_subscription_pause_reason_check;
update package_subscription set pause_reason = 'PARENT_DIFFERS'
  where pause_reason = 'UNDER_RESELLER';
alter table package_subscription add constraint package_subscription_pause_reason_check
  check (pause_reason in ('BALANCE_LOW', 'PACKAGE_BLOCKED', 'CLIENT_NOT_ACTIVE',
    'CURRENCY_DIFFERS', 'PARENT_DIFFERS'));
