select tariff_id, id, prefix, rate, floor(date_part('epoch', effective_from)) as starts,
floor(date_part('epoch', effective_until)) as ends, blocked, first_rate, first_increment,
next_increment, connect_fee, attempt_fee, grace_seconds, additional_seconds, free_seconds,
min_duration_seconds, min_charge, max_charge, steps, surcharge_percent, reverse_billing,
window_id, destination from tariff_rate where tariff_id in (select id from tariff where
deleted_at is null) and prefix = any($1::text[]) order by tariff_id, prefix, effective_from,
coalesce(window_id, 0);

select t.id, t.name, t.kind, t.status, t.currency, c.rate as fx, t.first_increment,
t.next_increment, t.connect_fee, t.grace_seconds, t.free_seconds, t.min_duration_seconds,
t.surcharge_percent, t.duration_rounding, t.rounding_mode, t.rounding_decimals,
t.loss_protection, t.max_loss_percent, t.average_duration_seconds, t.rates_version from tariff t
join currency c on c.code = t.currency where t.deleted_at is null;
