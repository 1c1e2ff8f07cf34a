-- What a rate is compared with in the preview of an import: the highest buy rate for a tariff of the
-- operator, the cost tariff of its owner for one of a reseller.
alter table rate_import_row rename column buy_rate to cost_rate;
alter table rate_import_row rename column buy_tariff_id to cost_tariff_id;
alter table rate_import rename column below_buy_count to below_cost_count;
