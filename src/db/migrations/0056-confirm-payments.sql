-- Payments above 1,000 of the system currency need a confirmation: that is the default now, and
-- null was the default before.
delete from setting where key = 'confirm_payments_above' and value = 'null'::jsonb;
