-- Further kinds of payments. Who pays whom says what a payment does to the balance of its account:
-- what the account pays raises it, what the account gets lowers it.

alter table payment drop constraint payment_kind_check;
-- BONUS: as a recharge or a payment, without money. REFUND: money that goes back the other way.
-- ADJUSTMENT: a correction in either direction, and why.
alter table payment add constraint payment_kind_check check
  (kind in ('RECHARGE', 'PAYMENT_MADE', 'BONUS', 'REFUND', 'ADJUSTMENT', 'REVERSAL'));
alter table payment add constraint payment_direction_is_of_kind check (case kind
  when 'RECHARGE' then payer_id = account_id
  when 'PAYMENT_MADE' then payee_id = account_id
  else true end);
alter table payment add constraint payment_adjustment_has_reason
  check (kind <> 'ADJUSTMENT' or note <> '');
