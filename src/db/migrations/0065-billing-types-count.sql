-- A prepaid account has no credit: who was given some is postpaid in all but the word.
update account a set billing_type = 'POSTPAID'
from account_balance b
where b.account_id = a.id and a.billing_type = 'PREPAID' and a.kind <> 'SETTLEMENT'
  and b.credit_limit > 0;

-- Nothing signs in by a key of its own, so nothing fails to.
alter table auth_failure drop constraint auth_failure_kind_check,
  add constraint auth_failure_kind_check check (kind in ('REGISTER', 'INVITE', 'WEB'));
